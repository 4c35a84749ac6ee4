import { AuthForm } from "./parts/AuthForm";
import type { AccountFormProps } from "./props";
import type { SignUpSection } from "./types";

/** The service refuses shorter ones. */
const shortest = 6;

export default function SignUpForm({ section, ...props }: AccountFormProps<SignUpSection>) {
  return (
    <AuthForm
      {...props}
      words={section}
      complete="new-password"
      shortest={shortest}
      call={(service, email, password) => service.signUp(email, password)}
      explain={(reason) => section.errors[reason as keyof typeof section.errors] ?? section.errors.other}
    />
  );
}
