import { AuthForm } from "./parts/AuthForm";
import type { SignUpFormProps } from "./props";

/** The service refuses shorter ones. */
const shortest = 6;

export default function SignUpForm({ errors, ...props }: SignUpFormProps) {
  return (
    <AuthForm
      {...props}
      complete="new-password"
      shortest={shortest}
      call={(service, email, password) => service.signUp(email, password)}
      explain={(reason) => errors[reason as keyof typeof errors] ?? errors.other}
    />
  );
}
