import { AuthForm } from "./parts/AuthForm";
import type { AccountForm, AccountsConfig } from "./props";
import type { SignUpSection } from "./types";

interface SignUpFormProps {
  section: AccountForm & Pick<SignUpSection, "errors">;
  /** Where somebody goes who has signed in. */
  home: string;
  accounts: AccountsConfig | null;
}

/** The service refuses shorter ones. */
const shortest = 6;

export default function SignUpForm({ section, ...props }: SignUpFormProps) {
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
