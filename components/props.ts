// Made from src/islands/props/ by `WRITE_PROPS=1 cargo test --lib props`; a test compares the two.

/** The service that keeps accounts. */
export interface AccountsConfig {
  /** The project's key, which is no secret. */
  api_key: string;
  /** The project's name. */
  project: string;
  /** The project's own host name. */
  auth_domain: string;
  /** True if the page's own server speaks for the service, as in the preview. */
  local: boolean;
}

/** A field of a form for accounts. */
export interface AuthField {
  /** What it asks for. */
  label: string;
  /** A rule it has to follow, shown under it. */
  hint: string | null;
  /** What to say when it can't be used. */
  error: string;
}

/** What `BlogSearch` is told. */
export interface BlogSearchProps {
  /** The label of the field. */
  title: string;
  /** Shown in the empty field. */
  placeholder: string;
  /** What to say while the index comes. */
  loading: string;
  /** What to say of several posts; `{count}` is how many. */
  found: string;
  /** What to say of one post. */
  found_one: string;
  /** What to say when nothing was found. */
  empty: string;
  /** What to say when the index can't be had. */
  failed: string;
  /** What to say when that's because there is no network. */
  offline: string;
  /** The address of the index. */
  index: string;
}

/** What `BmiCalculator` is told. */
export interface BmiCalculatorProps {
  /** The small line above the title. */
  kicker: string;
  /** The section's title. */
  title: string;
  /** What the index is good for. */
  text: string;
  /** How many decimals of the result are shown. */
  decimals: number;
  /** The field for kilograms. */
  weight: BmiField;
  /** The field for centimetres. */
  height: BmiField;
  /** What the button says. */
  button: string;
  /** Stands with the result. */
  result_title: string;
  /** Stands with the result's category. */
  category_title: string;
  /** Stands above the table of categories. */
  chart_title: string;
  /** What to say when a field holds no usable number. */
  alert: string;
  /** What to say where no scripts run. */
  no_script: string;
  /** The categories; the first that holds a value names it. The last one takes the rest. */
  bands: Array<BmiBand>;
}

/** A field for a number. */
export interface BmiField {
  /** What it asks for. */
  label: string;
  /** Stands behind it. */
  unit: string;
  /** An example. */
  placeholder: string;
}

/** A category and the values that belong to it. */
export interface BmiBand {
  /** Its name. */
  title: string;
  /** The values as text, as in `18.5 to 24.9`. */
  range: string;
  /** The smallest value of it, if there is one. */
  from: number | null;
  /** The first value beyond it, if there is one. */
  below: number | null;
}

/** What `ClassGridToggle` is told. */
export interface ClassGridToggleProps {
  /** What the button says in the short view. */
  show_more: string;
  /** What the button says in the long view. */
  show_less: string;
}

/** What `ContactForm` is told. */
export interface ContactFormProps {
  /** Where the form is posted: an address, or `mailto:` with `enctype` of plain text. */
  action: string;
  /** How the fields are written; nothing for what browsers do by themselves. */
  enctype: string | null;
  /** The form's title. */
  title: string;
  /** Stands under the title. */
  text: string;
  /** Stands beside the label of a field that must be filled in. */
  required: string;
  /** The visitor's name. */
  name: ContactField;
  /** The visitor's address. */
  email: ContactField;
  /** The label of the list of classes. */
  class_label: string;
  /** The entry of the list that stands for no class. */
  class_placeholder: string;
  /** The classes; `?class=` in the page's address chooses one. */
  classes: Array<Choice>;
  /** What `?plan=` in the page's address may name. */
  plans: Array<Choice>;
  /** The label of the message. */
  comment_label: string;
  /** An example of a message. */
  comment_placeholder: string;
  /** What the button says. */
  button: string;
  /** What the button says while the message is on its way. */
  pending: string;
  /** Says that a mail program will open; nothing if the message is posted. */
  mail_note: string | null;
  /** What to say when the message has arrived. */
  sent: string;
  /** What to say when it has not. */
  failed: string;
}

/** A field of the contact form. */
export interface ContactField {
  /** What it asks for. */
  label: string;
  /** An example. */
  placeholder: string;
  /** What to say when it can't be used. */
  error: string;
}

/** An entry of a list. */
export interface Choice {
  /** What is sent. */
  id: string;
  /** What is shown. */
  title: string;
}

/** What `Navigation` is told. */
export interface NavigationProps {
  /** The gym's name, which leads home. */
  brand: Link;
  /** The menu's entries. */
  links: Array<CurrentLink>;
  /** The words of the menu. */
  menu: NavigationMenu;
  /** The button that leads to the contact page. */
  join: Link;
  /** The user icon. */
  account: AccountMenu;
  /** The side panel. */
  panel: NavigationPanel;
  /** The gym's phone number, as shown and as dialled. */
  phone: Link;
  /** The gym's email address. */
  email: Link;
  /** The gym's address in a line. */
  address: string;
  /** Where else the gym is found. */
  social: Array<SocialLink>;
}

/** Words that lead somewhere. */
export interface Link {
  /** The words. */
  title: string;
  /** Where they lead. */
  url: string;
}

/** An entry of the menu. */
export interface CurrentLink {
  /** The words. */
  title: string;
  /** Where they lead. */
  url: string;
  /** True if the page is in that part of the site. */
  current: boolean;
}

/** The words of the menu. */
export interface NavigationMenu {
  /** What the menu is called. */
  label: string;
  /** Opens it on narrow screens. */
  open: string;
  /** Closes it. */
  close: string;
}

/** The user icon and the menu under it. */
export interface AccountMenu {
  /** What the icon is called while nobody is signed in. */
  title: string;
  /** Where it leads then. */
  url: string;
  /** What it is called when somebody is, and stands before their address. */
  signed_in: string;
  /** Signs out. */
  sign_out: string;
  /** The service, if the site has one. */
  accounts: AccountsConfig | null;
}

/** The side panel. */
export interface NavigationPanel {
  /** Opens it. */
  open: string;
  /** Closes it. */
  close: string;
  /** Its title. */
  title: string;
  /** About the gym. */
  text: string;
  /** Stands above the pictures. */
  gallery_title: string;
  /** The pictures, three in a row. */
  images: Array<Image>;
  /** Stands above address, phone and email. */
  contact_title: string;
  /** Stands above the social links. */
  follow_title: string;
  /** The chart-bar icon's words and page. */
  chart: Link;
}

/** A picture, ready for the browser. */
export interface Image {
  /** Its address. */
  src: string;
  /** Its other sizes, as in the attribute. */
  srcset: string | null;
  /** How wide it is shown, as in the attribute. */
  sizes: string | null;
  /** In pixels. */
  width: number;
  /** In pixels. */
  height: number;
  /** What it shows; empty for decoration. */
  alt: string;
}

/** The gym elsewhere. */
export interface SocialLink {
  /** As the icon is called: `facebook`, `twitter`, `instagram`, `youtube`. */
  network: string;
  /** As people call it. */
  title: string;
  /** Where it is. */
  url: string;
}

/** What `SignInForm` is told. */
export interface SignInFormProps {
  /** The address field. */
  email: AuthField;
  /** The password field. */
  password: AuthField;
  /** What the button says. */
  button: string;
  /** What the button says while the service is asked. */
  pending: string;
  /** The way to a new password. */
  forgotten: ForgottenPassword;
  /** What to say when it goes wrong. */
  errors: AuthErrors;
  /** What to say when there is no service. */
  unavailable: string;
  /** Where to go from here. */
  home: string;
  /** The service, if the site has one. */
  accounts: AccountsConfig | null;
}

/** The way to a new password. */
export interface ForgottenPassword {
  /** What asks for a link. */
  button: string;
  /** What to say then, whether or not there is such an account. */
  sent: string;
}

/** Why somebody could not be signed in. */
export interface AuthErrors {
  /** Address and password don't belong together. */
  wrong: string;
  /** The service took too long. */
  timeout: string;
  /** The service can't be reached. */
  connection: string;
  /** Anything else. */
  other: string;
}

/** What `SignUpForm` is told. */
export interface SignUpFormProps {
  /** The address field. */
  email: AuthField;
  /** The password field. */
  password: AuthField;
  /** What the button says. */
  button: string;
  /** What the button says while the service is asked. */
  pending: string;
  /** What to say when it goes wrong. */
  errors: SignUpErrors;
  /** What to say when there is no service. */
  unavailable: string;
  /** Where to go from here. */
  home: string;
  /** The service, if the site has one. */
  accounts: AccountsConfig | null;
}

/** Why somebody could not be signed up. */
export interface SignUpErrors {
  /** There is an account with this address. */
  email_in_use: string;
  /** The password is too easy to guess. */
  weak_password: string;
  /** The address is none. */
  invalid_email: string;
  /** The service took too long. */
  timeout: string;
  /** The service can't be reached. */
  connection: string;
  /** Anything else. */
  other: string;
}
