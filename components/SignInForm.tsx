import { AuthForm } from "./parts/AuthForm";
import type { AccountFormProps } from "./props";
import type { SignInSection } from "./types";

export default function SignInForm({ section, ...props }: AccountFormProps<SignInSection>) {
  return (
    <AuthForm
      {...props}
      words={section}
      complete="current-password"
      shortest={0}
      call={(service, email, password) => service.signIn(email, password)}
      explain={(reason) => section.errors[reason as keyof typeof section.errors] ?? section.errors.wrong}
    />
  );
}
