// The props of each island in these tests.

const link = (title, url) => ({ title, url });
const field = (id, kind, label) => ({ id, kind, label, required: false, options: [], classes: [] });
const accountField = (label) => ({ label, error: `${label} is missing` });

export const bmi = {
  words: {
    kicker: "BMI calculator",
    title: "Know your number",
    text: "Two figures and a tap.",
    decimals: 1,
    weight: { label: "Weight", unit: "kg", placeholder: "72" },
    height: { label: "Height", unit: "cm", placeholder: "170" },
    button: "Calculate",
    result_title: "Your BMI",
    category_title: "Weight category",
    chart_title: "How to read it",
    alert: "Please enter a valid weight and height",
    no_script: "The calculator needs JavaScript.",
    below_range: "below {below}",
    between_range: "{from} to {below}",
    otherwise_range: "anything else",
    otherwise: "Obese",
    band: [
      { title: "Underweight", from: null, below: 18.5 },
      { title: "Normal", from: 18.5, below: 24.9 },
      { title: "Overweight", from: 25, below: 29.9 },
    ],
  },
  numerals: "0123456789.",
  level: 2,
};

export const toggle = { show_more: "show more", show_less: "show less" };

export const search = {
  words: {
    title: "Search",
    placeholder: "Search...",
    loading: "Searching",
    found: ["0 results", "One result", "2 results", "3 results"],
    empty: "Nothing found",
    failed: "The search could not be loaded",
    offline: "You are offline",
  },
  index: "/search.json",
};

const asked = (...all) => ({ ...field(...all), required: true, placeholder: "e.g.", error: `${all[2]} is missing` });

export const contact = {
  sent: [],
  form: {
    id: "contact",
    title: "Write to us",
    required: "required",
    choose: "Please choose",
    button: "Send message",
    pending: "Sending",
    mail_note: "Sending opens your mail program.",
    sent: "Asante!",
    unconfirmed: "It was sent, but nobody knows.",
    failed: "Your message could not be sent.",
    errors: {
      line: "Please fill this in",
      choice: "Please choose one",
      choices: "Please choose",
      consent: "Please tick",
    },
    field: [
      asked("name", "line", "Full Name"),
      asked("email", "email", "Email Address"),
      { ...field("class", "class", "Class"), placeholder: "Select Class" },
      { ...field("comment", "text", "Comment"), placeholder: "I have never lifted" },
    ],
  },
  picks: {
    class: [
      { id: "boxing", title: "Boxing" },
      { id: "karate", title: "Karate" },
    ],
    plan: [{ id: "one-month", title: "One Month" }],
    event: [],
    offer: [],
  },
  prefix: "",
  language: "en-KE",
  receiver: { action: "/receive" },
  level: 3,
};

export const accounts = { api_key: "key", project: "demo", auth_domain: "demo.example" };

const errors = {
  wrong: "Wrong email or password",
  email_in_use: "There is already an account with this address.",
  weak_password: "That password is too weak.",
  invalid_email: "That does not look like an email address.",
  timeout: "Request time out",
  connection: "Connection failed.",
  other: "The operation could not be completed",
};

const account = {
  email: accountField("Email"),
  unavailable: "Accounts are not available.",
  errors,
  label: "form-title",
  home: "/#home",
  accounts,
};

const form = { button: "Sign In", pending: "Signing in", password: accountField("Password") };

export const signIn = {
  ...account,
  form: { ...form, kind: "sign-in", forgotten: { button: "Forgot it?", sent: "A link is on its way." } },
};

export const signUp = {
  ...account,
  form: { ...form, kind: "sign-up", password: { ...form.password, hint: "At least six characters" } },
};

export const navigation = {
  brand: link("Jasho House", "/"),
  logo: null,
  links: [
    { ...link("Home", "/"), current: true },
    { ...link("About", "/about/"), current: false },
    { ...link("Classes", "/classes/"), current: false },
  ],
  menu: { label: "Main", open: "Open the menu", close: "Close the menu" },
  join: link("Join Now", "/contact/"),
  account: { ...link("Sign up", "/signup/"), signed_in: "Signed in as", sign_out: "Sign out", accounts: null },
  panel: "About the gym",
  phone: link("+254 700 000 146", "tel:+254700000146"),
  social: [{ network: "facebook", title: "Facebook", url: "https://www.facebook.com/x" }],
};

export const island = (component, props, on = "visible") => ({ component, props, on });
