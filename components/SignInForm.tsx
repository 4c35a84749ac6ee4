import { AuthForm } from "./parts/AuthForm";
import type { SignInFormProps } from "./props";

export default function SignInForm({ errors, ...props }: SignInFormProps) {
  return (
    <AuthForm
      {...props}
      complete="current-password"
      shortest={0}
      call={(service, email, password) => service.signIn(email, password)}
      explain={(reason) => errors[reason as keyof typeof errors] ?? errors.wrong}
    />
  );
}
