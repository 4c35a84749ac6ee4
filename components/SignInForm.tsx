import { AuthForm } from "./parts/AuthForm";
import type { AccountForm, AccountsConfig } from "./props";
import type { SignInSection } from "./types";

interface SignInFormProps {
  section: AccountForm & Pick<SignInSection, "errors">;
  /** Where somebody goes who has signed in. */
  home: string;
  accounts: AccountsConfig | null;
}

export default function SignInForm({ section, ...props }: SignInFormProps) {
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
