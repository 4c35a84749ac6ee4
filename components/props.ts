// What islands are given that isn't a declared type by itself; the declared ones are in types.ts.

import type { Bmi, Link, Navigation, Picture, SignInSection, SignUpSection, Site } from "./types";

/** The service that keeps accounts. */
export type AccountsConfig = NonNullable<Site["accounts"]>;

/** A form for accounts: the words of a section that signs in or up. */
export type AccountForm = Pick<SignUpSection, "email" | "password" | "button" | "pending" | "unavailable"> &
  Partial<Pick<SignInSection, "forgotten">>;

/** What an island is given that is such a form of `Section`. */
export interface AccountFormProps<Section extends { errors: object }> {
  section: AccountForm & Pick<Section, "errors">;
  /** The id of the form's heading. */
  label: string;
  /** Where somebody goes who has signed in. */
  home: string;
  accounts: AccountsConfig | null;
}

/** A field of a form for accounts. */
export type AccountField = AccountForm["email"];

/** What `BmiCalculator` is given. */
export interface BmiCalculatorProps {
  words: Bmi;
  /** The digits of the language from 0 on, and its sign before decimals. */
  numerals: string;
  /** The level of its heading. */
  level: number;
}

/** What `Navigation` is given. */
export interface NavigationProps {
  /** The gym's name, which leads home. */
  brand: Link;
  /** The gym's logo: in the place of its name if it has a description, beside the name otherwise. */
  logo: Picture | null;
  /** The menu's entries. */
  links: CurrentLink[];
  /** The words of the menu. */
  menu: Navigation["menu"];
  /** The button that leads to the contact page. */
  join: Link | null;
  /** The user icon. */
  account: AccountMenu | null;
  /** The side panel. */
  panel: NavigationPanel | null;
  /** The gym's phone number, as shown and as dialled. */
  phone: Link | null;
  /** The gym's email address. */
  email: Link | null;
  /** The gym's address in a line. */
  address: string | null;
  /** Where else the gym is found. */
  social: SocialLink[];
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
  text: string | null;
  /** Stands above the pictures. */
  gallery_title: string | null;
  /** The pictures, three in a row. */
  images: Picture[];
  /** Stands above address, phone and email. */
  contact_title: string | null;
  /** Stands above the social links. */
  follow_title: string | null;
  /** The chart-bar icon's words and page. */
  chart: Link | null;
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
