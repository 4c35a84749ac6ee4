// Written by `gympress schema --typescript` from the types in templates/: write it again when one changes.

/** Words that lead somewhere. */
export interface Link {
  title: string;
  url: string;
}

/** An entry to which another one refers. */
export interface Reference {
  id: string;
  title: string;
  url: string | null;
}

/** A picture, ready for the browser. */
export interface Picture {
  src: string;
  width: number;
  height: number;
  alt: string;
}

/** The top of a page: its title on a picture. */
export interface BannerSection {
  /** The small line above the title. */
  kicker: string | null;
  /** The page's heading. */
  title: string;
  /** The picture behind the heading. */
  image: Picture;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** The body-mass-index calculator; its words and its bands are in content/bmi.toml. */
export interface BmiSection {
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** A call to action with the gym's phone number, such as a question and what to do. */
export interface CallSection {
  /** The question. */
  heading: string;
  /** What to do. */
  text: string;
  /** The picture beside it, best a figure on a transparent background. */
  image: Picture | null;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** Cards, each with an icon, a heading and a text: side by side, or beside a picture. */
export interface CardsSection {
  /** "row" for cards side by side, under a heading that only screen readers read; "picture" for a list with its heading, beside a picture. */
  layout: "row" | "picture";
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** A card. */
  card: {
    /** The icon's name. */
    icon: string;
    /** The heading. */
    title: string;
    /** The text. */
    text: string;
  }[];
  /** The picture beside the cards. */
  image: Picture | null;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** One class: its picture, what it is like, and its hours of the week in content/schedule.toml. */
export interface ClassTimetableSection {
  /** The class: a file of content/classes. */
  class: ClassEntry;
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading, if not the class's name. */
  heading: string | null;
  /** The text below the heading, if not the class's summary. */
  text: string | null;
  /** What stands before the trainer's name. */
  trainer_label: string;
  /** The link of each hour. */
  join: string;
  /** The link to the calendar of this class; without it there is none. */
  calendar: string | null;
  /** What is said while the class is not in the timetable. */
  empty: string;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** All classes, as cards: the first few, and a button that shows the others. */
export interface ClassesSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The text below the heading. */
  text: string | null;
  /** The button beside the heading. */
  button: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** How many cards the short view shows. */
  short: number;
  /** The button that shows all cards. */
  show_more: string;
  /** The button that shows fewer again. */
  show_less: string;
  /** The link of each card. */
  join: string;
  /** What stands before the trainer's name. */
  trainer_label: string;
  /** The classes, in the order of their cards; without it all of them. */
  classes: ClassEntry[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** How to reach the gym, what content/site.toml says of it, and the contact form. */
export interface ContactSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The text below the heading. */
  text: string | null;
  /** On phones: the link over the blocks down to the form. */
  jump: string | null;
  /** The heading of the block with the address. */
  address_title: string;
  /** The heading of the block with phone and email. */
  reach_title: string;
  /** The link to the WhatsApp number of content/site.toml; without it there is none. */
  whatsapp: string | null;
  /** The heading of the block with the social links. */
  social_title: string;
  /** The block with the hours at which somebody answers. */
  hours: {
    /** The heading of the block. */
    title: string;
    /** What stands above the opening hours of content/site.toml; without it they are shown here only where the block has no lines of its own. */
    open: string | null;
    /** What stands above the days on which the gym stays closed, if there are any. */
    closures: string;
    /** A line of the block. */
    line: {
      /** Whose hours they are. */
      label: string;
      /** The hours. */
      text: string;
    }[];
  };
  /** The form, which is posted to what content/site.toml names, or else opens the visitor's mail program. */
  form: {
    /** The heading of the form. */
    title: string;
    /** The text below it. */
    text: string;
    /** The classes that can be chosen, in order; without it all of them. */
    classes: ClassEntry[];
    /** What stands before the class, plan or offer with which somebody came. */
    picked: string;
    /** The link to choose another one. */
    change: string;
    /** Where another class is chosen. */
    all_classes: string | null;
    /** Where another plan is chosen. */
    all_plans: string | null;
    /** What marks a field that must be filled. */
    required: string;
    /** The button that sends. */
    button: string;
    /** What the button says while sending. */
    pending: string;
    /** The link to what happens with the message. */
    privacy: {
      /** What the button says. */
      title: string;
      /** Where it leads. */
      to: string;
    } | null;
    /** What stands below the form, before phone and WhatsApp. */
    instead: string | null;
    /** What is said where the form opens the mail program. */
    mail_note: string;
    /** What is said when the message arrived. */
    sent: string;
    /** What is said when it did not. */
    failed: string;
    /** The field for the name. */
    name: {
      /** What is asked for. */
      label: string;
      /** An example. */
      placeholder: string;
      /** What is said when it is missing or wrong. */
      error: string;
    };
    /** The field for the email address. */
    email: {
      /** What is asked for. */
      label: string;
      /** An example. */
      placeholder: string;
      /** What is said when it is missing or wrong. */
      error: string;
    };
    /** The choice of a class. */
    class: {
      /** What is asked for. */
      label: string;
      /** An example, or the first entry of a choice. */
      placeholder: string;
    };
    /** The field for the message. */
    comment: {
      /** What is asked for. */
      label: string;
      /** An example, or the first entry of a choice. */
      placeholder: string;
    };
    /** Something else that a link may pick: /contact/?offer=ID#offer-ID leads to the form with it, as links of classes and plans do. */
    offer: {
      /** Its name in links. */
      id: string;
      /** What visitors read. */
      title: string;
    }[];
  };
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** Files to take home: forms, meal plans, the timetable on paper. */
export interface DownloadsSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The text below the heading. */
  text: string | null;
  /** A file. */
  file: {
    /** What it is called. */
    title: string;
    /** What it is for, in a sentence. */
    text: string | null;
    /** The file: /files/health-form.pdf is content/static/files/health-form.pdf. */
    to: string;
    /** Kind and size of the file. */
    note: string | null;
  }[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** Entries of content/events, the next one first; those that are over by the visitor's clock are left out. */
export interface EventsSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The text below the heading. */
  text: string | null;
  /** How many to show at most; without it all of them. */
  count: number | null;
  /** What marks one that is over; without it those are left out. */
  past: string | null;
  /** What is said where nothing is to come; without it the section is left out. */
  empty: string | null;
  /** The way to all of them. */
  button: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** Questions and answers. */
export interface FaqSection {
  /** The heading. */
  heading: string;
  /** A question with its answer. */
  question: {
    /** The question. */
    title: string;
    /** The answer, in Markdown. */
    text: string;
  }[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** A few classes, picked by hand, with large pictures; all classes are the section "classes". */
export interface FeaturedSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The button of each class, which leads to the contact form. */
  button: string;
  /** A class, in the order of the cards. */
  class: {
    /** The class: a file of content/classes. */
    class: ClassEntry;
    /** What it is called here, if not by its name. */
    title: string | null;
  }[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** All pictures of content/gallery.toml, spread over pages; each opens large. */
export interface GallerySection {
  /** How many pictures a page shows. */
  size: number;
  /** The heading above the pictures. */
  heading: string;
  /** The text below it. */
  text: string | null;
  /** The alternative text of every small picture, beside its own description. */
  alt: string;
  /** What the pager is called by screen readers. */
  pager_label: string;
  /** What stands before a page's number in its title and for screen readers. */
  page: string;
  /** The arrows to the previous page. */
  previous: string;
  /** The arrows to the next page. */
  next: string;
  /** The link that opens a picture. */
  open: string;
  /** The button that closes it. */
  close: string;
  /** The button to the previous picture. */
  previous_image: string;
  /** The button to the next picture. */
  next_image: string;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** The first thing that visitors see: a large picture with the gym's promise on it. */
export interface HeroSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The text below the heading. */
  text: string | null;
  /** The button below the text. */
  button: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** Quiet links under the button; {price} in their title is the lowest price of all plans. */
  link: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  }[];
  /** What the gym's social links are called; without it they are not shown here. */
  social_title: string | null;
  /** The picture behind it all, such as an athlete. */
  image: Picture;
  /** A crop of the picture for phones that are held upright, about 4 wide to 5 high: sharper there than the middle of a wide one. */
  portrait: Picture | null;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** The gym's history in chapters, each with a picture, on alternating sides. */
export interface HistorySection {
  /** A part of the gym's history, with its picture. */
  chapter: {
    /** The year. */
    kicker: string | null;
    /** The heading. */
    heading: string;
    /** The paragraphs of the text. */
    paragraphs: string[];
    /** The photo beside the text. */
    image: Picture;
  }[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** The opening hours of content/site.toml, as a board, with the days on which the gym stays closed. */
export interface HoursSection {
  /** The branch, in a gym of several places; without it, what content/site.toml says. */
  branch: BranchEntry | null;
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The text below the heading. */
  text: string | null;
  /** What stands above the days on which the gym stays closed, if there are any. */
  closures: string;
  /** The button below. */
  button: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** Logos of partners, insurers or federations, on a light band. */
export interface LogosSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading; without one the logos stand alone. */
  heading: string | null;
  /** A logo. */
  logo: {
    /** Whose logo it is, for people who don't see it. */
    name: string;
    /** The logo, dark, on a transparent or white background. */
    image: Picture;
    /** Where it leads. */
    to: string | null;
  }[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** The map of content/site.toml, in a frame, and beside it the ways to the gym. */
export interface MapSection {
  /** The branch, in a gym of several places; without it, what content/site.toml says. */
  branch: BranchEntry | null;
  /** The heading of the card on the map; without it there is none. */
  heading: string | null;
  /** The link to a route planner. */
  directions: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** A way to the gym, shown on the card. */
  way: {
    /** By what. */
    title: string;
    /** How. */
    text: string;
  }[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** A page that says what went wrong, and the ways out: for pages/404.toml. */
export interface MessageSection {
  /** The status, such as 404 Not Found. */
  status: string | null;
  /** The heading. */
  title: string;
  /** What happened. */
  text: string;
  /** The way home. */
  button: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** The picture behind. */
  image: Picture | null;
  /** The heading of the other ways out, which are those of the menu; without it they are not shown. */
  links_title: string | null;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** A few pictures of the gallery, with the way to all of them; the gallery itself is the section "gallery". */
export interface MosaicSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The numbers of pictures of the gallery, best five. */
  images: GalleryPictureEntry[];
  /** The way to the gallery. */
  button: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** The newest posts of the blog; the list of all posts is the section "posts". */
export interface NewsSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** How many posts to show. */
  count: number;
  /** The link of each post. */
  read_more: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  };
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** Large figures, each with what it counts. */
export interface NumbersSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading; without one the figures stand alone. */
  heading: string | null;
  /** A figure, with what it counts; best three or four. */
  number: {
    /** The figure, as it is to be read. */
    value: string;
    /** What stands small behind the figure. */
    unit: string | null;
    /** What it counts. */
    label: string;
    /** A sentence about it. */
    text: string | null;
  }[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** The trainers, each with portrait, job, a few words and social links. */
export interface PeopleSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The trainers, in the order of their cards; without it all of them. */
  trainers: TrainerEntry[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** A picture that reaches the window's edge, and a text beside it. */
export interface PictureTextSection {
  /** On which side the picture stands. */
  layout: "left" | "right";
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading, which stands half in the picture. */
  heading: string;
  /** The text, in Markdown. */
  text: string;
  /** The button below the text. */
  button: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** The picture beside the text. */
  image: Picture;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** All posts of the blog, the newest first, spread over pages, beside the sidebar; their words are in content/blog.toml. */
export interface PostsSection {
  /** How many posts a page lists. */
  size: number;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** The plans: what it costs to train here. */
export interface PricesSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The text below the heading. */
  text: string | null;
  /** The plans, in the order of their cards; without it all of them, the cheapest first. */
  plans: PlanEntry[];
  /** How many plans stand in a row. */
  columns: number;
  /** The button of each plan, which leads to the contact form. */
  button: string;
  /** What marks the plan that is set off from the others; without it, it is set off by its look alone. */
  mark: string | null;
  /** Somebody who pays less. */
  less: {
    /** Who. */
    title: string;
    /** What they pay. */
    text: string;
    /** Where they ask for it. */
    button: {
      /** What the button says. */
      title: string;
      /** Where it leads. */
      to: string;
    } | null;
  }[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** An offer: a voucher in the colour of highlights, in front of a picture. */
export interface PromoSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The offer, in few words. */
  heading: string;
  /** What one gets. */
  text: string;
  /** Where one takes it up. */
  button: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  };
  /** The conditions, in small type. */
  note: string | null;
  /** Its last day; afterwards visitors don't see it any more. */
  until: string | null;
  /** The picture behind the voucher. */
  image: Picture;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** What members say: entries of content/quotes, the first one large. */
export interface QuotesSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The quotes, in order; without it the first ones. */
  quotes: QuoteEntry[];
  /** How many to show where none are named. */
  count: number;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** A search of the whole site: its pages, its posts, and the entries of collections. */
export interface SearchSection {
  /** What the field is called. */
  title: string;
  /** What the empty field shows. */
  placeholder: string;
  /** What is said while the search is loaded. */
  loading: string;
  /** What is said of results; {count} is how many are shown. */
  found: string[];
  /** What is said when nothing is found. */
  empty: string;
  /** What is said when the search can't be loaded. */
  failed: string;
  /** The same, without a network. */
  offline: string;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** The whole of a page to sign in: its title on a picture, and the form beside it. */
export interface SignInSection {
  /** The page's heading. */
  title: string;
  /** The picture behind the page's heading. */
  image: Picture;
  /** The heading above the form. */
  heading: string;
  /** The text below it. */
  text: string;
  /** What is said where JavaScript is off. */
  no_script: string;
  /** The button. */
  button: string;
  /** What the button says while waiting. */
  pending: string;
  /** What is said where there is no account service. */
  unavailable: string;
  /** The field for the email address. */
  email: {
    /** What is asked for. */
    label: string;
    /** What is asked of it, below the field. */
    hint: string | null;
    /** What is said when it is missing or wrong. */
    error: string;
  };
  /** The field for the password. */
  password: {
    /** What is asked for. */
    label: string;
    /** What is asked of it, below the field. */
    hint: string | null;
    /** What is said when it is missing or wrong. */
    error: string;
  };
  /** What stands before the link to sign up; {name} is the gym's. */
  new_to: string;
  /** The link to sign up. */
  sign_up: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  };
  /** What helps somebody who forgot their password. */
  forgotten: {
    /** What asks for a link to a new password. */
    button: string;
    /** What is said then, whether or not there is such an account. */
    sent: string;
  };
  /** What is said when signing in fails. */
  errors: {
    /** Address or password are wrong. */
    wrong: string;
    /** The service does not answer. */
    timeout: string;
    /** The service can't be reached. */
    connection: string;
    /** Anything else. */
    other: string;
  };
  /** The words around the test account of content/site.toml; without them it is not shown. */
  test_account: {
    /** The heading. */
    title: string;
    /** What it is for. */
    text: string;
    /** What stands before the address. */
    email_label: string;
    /** What stands before the password. */
    password_label: string;
  } | null;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** The whole of a page to sign up: its title on a picture, and the form beside it. */
export interface SignUpSection {
  /** The page's heading. */
  title: string;
  /** The picture behind the page's heading. */
  image: Picture;
  /** The heading above the form. */
  heading: string;
  /** The text below it. */
  text: string;
  /** The link to what happens with the address. */
  privacy: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** What is said where JavaScript is off. */
  no_script: string;
  /** The button. */
  button: string;
  /** What the button says while waiting. */
  pending: string;
  /** What is said where there is no account service. */
  unavailable: string;
  /** The field for the email address. */
  email: {
    /** What is asked for. */
    label: string;
    /** What is asked of it, below the field. */
    hint: string | null;
    /** What is said when it is missing or wrong. */
    error: string;
  };
  /** The field for the password. */
  password: {
    /** What is asked for. */
    label: string;
    /** What is asked of it, below the field. */
    hint: string | null;
    /** What is said when it is missing or wrong. */
    error: string;
  };
  /** What stands before the link to sign in. */
  have_account: string;
  /** The link to sign in. */
  sign_in: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  };
  /** The note on the test account of content/site.toml; without it there is none. */
  test_account: string | null;
  /** The link behind the note. */
  test_account_link: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** What is said when signing up fails. */
  errors: {
    /** The address has an account already. */
    email_in_use: string;
    /** The password is too weak. */
    weak_password: string;
    /** The address is none. */
    invalid_email: string;
    /** The service does not answer. */
    timeout: string;
    /** The service can't be reached. */
    connection: string;
    /** Anything else. */
    other: string;
  };
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** Numbered steps, such as how somebody becomes a member. */
export interface StepsSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The text below the heading. */
  text: string | null;
  /** The button below the steps. */
  button: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** A step; best three or four. */
  step: {
    /** What one does. */
    title: string;
    /** How, in Markdown. */
    text: string;
  }[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** A text about the gym, beside figures that are cut out on a transparent background. */
export interface StorySection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The paragraphs of the text. */
  paragraphs: string[];
  /** The button below the text. */
  button: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** Two or three figures on a transparent background. */
  figure: Picture[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** A table; on phones each row becomes a block of its own. */
export interface TableSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The text below the heading. */
  text: string | null;
  /** The heads of the columns; the first is of what stands at the left of each row. */
  columns: string[];
  /** A note below the table. */
  note: string | null;
  /** A row. */
  row: {
    /** The cells of the row, one for each column. */
    cells: string[];
  }[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** A text in Markdown, under a heading or without one: house rules, a privacy notice, a long story. */
export interface TextSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading; without one the text stands alone. */
  heading: string | null;
  /** The text, in Markdown. */
  body: string;
  /** The button below the text. */
  button: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** One day of content/schedule.toml, with the tabs of the others: for a page with each = "day". */
export interface TimetableDaySection {
  /** What the tabs are called by screen readers. */
  tabs_label: string;
  /** The tab of the whole week. */
  week: string;
  /** What marks the tab of today. */
  today: string;
  /** The link of each row. */
  join: string;
  /** What is said on a day without classes. */
  empty: string;
  /** A note below the table. */
  note: string | null;
  /** What stands above the days on which the gym stays closed, if there are any. */
  closures: string;
  /** The links to the calendars; without it there are none. */
  calendar: {
    /** The link to the calendar of the whole week. */
    week: string;
    /** The link of each class to its own calendar. */
    class: string;
  } | null;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** The whole week of content/schedule.toml, with the tabs of the days. */
export interface TimetableWeekSection {
  /** The branch of which the classes are shown, in a gym of several places; without it those of all. */
  branch: BranchEntry | null;
  /** What the tabs are called by screen readers. */
  tabs_label: string;
  /** The tab of the whole week. */
  week: string;
  /** What marks the tab of today. */
  today: string;
  /** The heading of the whole week. */
  heading: string;
  /** The text below it. */
  text: string | null;
  /** The link of each row, for screen readers. */
  join: string;
  /** What is said on a day without classes. */
  empty: string;
  /** A note below the table. */
  note: string | null;
  /** What stands above the days on which the gym stays closed, if there are any. */
  closures: string;
  /** The links to the calendars; without it there are none. */
  calendar: {
    /** The link to the calendar of the whole week. */
    week: string;
    /** What stands above the calendars of all classes. */
    classes: string;
  } | null;
  /** What narrows the week down: by the part of the day, by class, by trainer; without it there is nothing to choose. */
  filter: {
    /** What unfolds the choices. */
    title: string;
    /** What stands before the parts of the day. */
    part: string;
    /** Classes that begin before noon. */
    morning: string;
    /** Classes that begin before five. */
    afternoon: string;
    /** Classes that begin later. */
    evening: string;
    /** What stands before the classes. */
    class: string;
    /** What stands before the branches, in a gym of several places; without it there is no such choice. */
    branch: string | null;
    /** What stands before the trainers. */
    trainer: string;
    /** The link back to the whole week. */
    all: string;
    /** What is said where nothing is left. */
    none: string;
  } | null;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** A film: a picture with a play mark that leads to the film's own page, so that nobody is tracked here. */
export interface VideoSection {
  /** The small line above the title. */
  kicker: string | null;
  /** What the film is called. */
  title: string;
  /** What one sees in it. */
  text: string | null;
  /** The film's page. */
  to: string;
  /** Where the film opens, and how long it is. */
  note: string | null;
  /** A picture of the film. */
  image: Picture;
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** Who you are: a wide picture with the heading on it, then a text, points in your favour, and buttons. */
export interface WelcomeSection {
  /** The small line above the heading. */
  kicker: string | null;
  /** The heading. */
  heading: string;
  /** The text below the heading. */
  text: string;
  /** The picture behind the heading. */
  image: Picture;
  /** A point in favour. */
  point: {
    /** The icon's name. */
    icon: string;
    /** The heading. */
    title: string;
    /** The text. */
    text: string;
  }[];
  /** A button below the text; the first one is the most visible. */
  button: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  }[];
  /** The anchor of the section; without it, the name of its type. */
  id: string | null;
}

/** The bar at the thumb, on phones: the shortest ways to the gym; without this file there is none. */
export interface Bar {
  /** What the bar is called by screen readers. */
  label: string;
  /** The link to the phone number of content/site.toml. */
  call: string | null;
  /** The link to the WhatsApp number of content/site.toml. */
  whatsapp: string | null;
  /** Another link. */
  link: {
    /** What it says. */
    title: string;
    /** Where it leads. */
    to: string;
    /** Its icon. */
    icon: string;
  }[];
}

/** The words of the blog, its categories and tags, and its sidebar. */
export interface Blog {
  /** How many posts a page of a category or a tag lists. */
  per_page: number;
  /** How many recent posts the sidebar lists. */
  recent: number;
  /** Who writes, where a post doesn't say. */
  author: string | null;
  /** The picture at the top of the pages that list a category or a tag. */
  image: Picture | null;
  /** The words of posts and of lists of posts. */
  words: {
    /** What stands before the author's name. */
    by: string;
    /** The button below each post. */
    button: {
      /** What the button says. */
      title: string;
      /** Where it leads. */
      to: string;
    } | null;
    /** What stands before a category's name. */
    category_title: string;
    /** What stands before a tag's name. */
    tag_title: string;
    /** What stands before a post's tags. */
    tags_title: string;
    /** How long reading takes; {count} is the minutes. */
    minutes: string[];
    /** The link from a post to all posts. */
    back: {
      /** What the button says. */
      title: string;
      /** Where it leads. */
      to: string;
    } | null;
    /** What stands before the links that pass a post on; without it there are none. */
    share: string | null;
    /** The link to the previous post. */
    previous: string;
    /** The link to the next post. */
    next: string;
    /** What the links to the posts before and after are called by screen readers. */
    siblings_label: string;
    /** What the pager is called by screen readers. */
    pager_label: string;
    /** What stands before a page's number in its title. */
    page: string;
    /** What is said where there are no posts. */
    empty: string;
  };
  /** The words of the sidebar. */
  sidebar: {
    /** What the sidebar is called by screen readers. */
    label: string;
    /** The heading of the search. */
    search_title: string;
    /** What the empty search field shows. */
    search_placeholder: string;
    /** What is said while the search is loaded. */
    search_loading: string;
    /** What is said of results; {count} is how many are shown. */
    search_found: string[];
    /** What is said when nothing is found. */
    search_empty: string;
    /** What is said when the search can't be loaded. */
    search_failed: string;
    /** The same, without a network. */
    search_offline: string;
    /** The heading of the categories. */
    categories_title: string;
    /** The heading of the recent posts. */
    recent_title: string;
    /** The heading of the tags. */
    tags_title: string;
  };
  /** The advertisement in the sidebar. */
  promo: {
    /** The offer. */
    title: string;
    /** Its conditions. */
    text: string;
    /** Where it leads. */
    button: {
      /** What the button says. */
      title: string;
      /** Where it leads. */
      to: string;
    };
    /** The picture behind it. */
    image: Picture;
  } | null;
  /** A category. */
  category: {
    /** The last part of its address, by which posts name it. */
    id: string;
    /** Its name. */
    title: string;
    /** How many posts to show; without it they are counted. */
    count: number | null;
  }[];
  /** A tag. */
  tag: {
    /** The last part of its address, by which posts name it. */
    id: string;
    /** Its name. */
    title: string;
  }[];
}

/** The body-mass-index calculator: its words, and its bands of values. */
export interface Bmi {
  /** The small line above the heading. */
  kicker: string;
  /** The heading. */
  title: string;
  /** The text below the heading. */
  text: string;
  /** The button's text. */
  button: string;
  /** What stands before the result. */
  result_title: string;
  /** What stands before the weight category. */
  category_title: string;
  /** The heading of the list of bands. */
  chart_title: string;
  /** What is said when a figure is missing or wrong. */
  alert: string;
  /** What is said where JavaScript is off. */
  no_script: string;
  /** The first band's range, with {below}. */
  below_range: string;
  /** A band's range, with {from} and {below}. */
  between_range: string;
  /** The range of the rest. */
  otherwise_range: string;
  /** The field for the weight. */
  weight: {
    /** What is asked for. */
    label: string;
    /** In which unit. */
    unit: string;
    /** An example figure. */
    placeholder: string;
  };
  /** The field for the height. */
  height: {
    /** What is asked for. */
    label: string;
    /** In which unit. */
    unit: string;
    /** An example figure. */
    placeholder: string;
  };
  /** Decimals of the result. */
  decimals: number;
  /** What a value in no band is called. */
  otherwise: string;
  /** A band of values. */
  band: {
    /** The band's name. */
    title: string;
    /** The least value of the band; without it, zero. */
    from: number | null;
    /** The first value above the band. */
    below: number;
  }[];
  /** What somebody may do with the result. */
  next: {
    /** What stands below the result. */
    text: string;
    /** The link behind it. */
    button: {
      /** What the button says. */
      title: string;
      /** Where it leads. */
      to: string;
    };
  } | null;
}

/** The words of the pages of classes; without this file those pages have neither the links nor the titles that are named here. */
export interface ClassPages {
  /** The link from a class to all classes. */
  back: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  };
  /** The heading of its hours of the week. */
  hours_title: string;
  /** The link of each hour to the contact form. */
  join: string;
  /** The link that adds the class to a calendar. */
  calendar: string;
  /** What stands before its level. */
  level_title: string;
  /** The heading of for whom it is. */
  for_title: string;
  /** The heading of what to bring. */
  bring_title: string;
  /** The heading of who teaches it. */
  trainer_title: string;
  /** The heading of the posts about it: those that name it under "about", or link to its page. */
  posts_title: string;
  /** The heading of what others take, too. */
  related_title: string;
}

/** The words of the pages of events; without this file those pages have neither the links nor the titles that are named here. */
export interface Events {
  /** The link from an event to all events. */
  back: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  };
  /** The link that adds an event to a calendar. */
  calendar: string;
  /** The heading of who leads it. */
  hosts: string;
  /** What is said of an event that is over. */
  past: string;
}

/** The pictures of the gallery, numbered, in the order in which they are shown. */
export interface Gallery {
  /** A picture. */
  image: {
    /** The picture's number. */
    id: number;
    /** The picture's name in content/images. */
    file: string;
    /** What the picture shows, for people who don't see it. */
    alt: string;
  }[];
}

/** The header, the mobile menu, the side panel and the footer. */
export interface Navigation {
  /** The link past the navigation, for keyboards. */
  skip: string;
  /** An entry of the menu. */
  link: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  }[];
  /** The button that asks to join. */
  join: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
  /** The user icon. */
  account: {
    /** What the icon is called. */
    title: string;
    /** Where it leads. */
    to: string;
    /** What stands before the address of who is signed in. */
    signed_in: string;
    /** The button that signs out. */
    sign_out: string;
  } | null;
  /** The full-screen menu on phones. */
  menu: {
    /** What the menu is called by screen readers. */
    label: string;
    /** The button that opens it. */
    open: string;
    /** The button that closes it. */
    close: string;
  };
  /** The slide-out side panel. */
  panel: {
    /** The button that opens the panel. */
    open: string;
    /** The button that closes it. */
    close: string;
    /** The panel's heading. */
    title: string;
    /** What kind of gym this is. */
    text: string | null;
    /** The heading of the pictures. */
    gallery_title: string | null;
    /** The numbers of six pictures of the gallery. */
    gallery: GalleryPictureEntry[];
    /** The heading of address, phone and email. */
    contact_title: string | null;
    /** The heading of the social icons. */
    follow_title: string | null;
    /** The chart icon. */
    chart: {
      /** What the button says. */
      title: string;
      /** Where it leads. */
      to: string;
    } | null;
  } | null;
  /** The foot of every page; a heading stands there if there is something below it. */
  footer: {
    /** A sentence about the gym. */
    text: string | null;
    /** The heading of the class links. */
    classes_title: string;
    /** The classes to link to. */
    classes: ClassEntry[];
    /** The heading of the working hours. */
    hours_title: string;
    /** What stands in place of the hours of a day without any. */
    closed: string;
    /** What stands in place of the hours of a day that is open for all of its 24 hours. */
    all_day: string;
    /** What is said of a date on which the gym has other hours than usual; {note} and {hours} are filled in. */
    special: string;
    /** What stands above the dates on which the gym stays closed where on one of them it has other hours than usual. */
    other_hours: string;
    /** The heading of the social icons. */
    follow_title: string;
    /** The heading of the address. */
    contact_title: string;
    /** Links beside the last line: a privacy notice, terms, house rules. */
    legal: {
      /** What the button says. */
      title: string;
      /** Where it leads. */
      to: string;
    }[];
    /** The last line; {year} and {name} are filled in. */
    copyright: string | null;
  };
}

/** What is said by the clock: whether the gym is open, and which class is next; without this file nothing is. */
export interface Now {
  /** While the gym is open; {time} is when it closes. */
  open: string;
  /** While the gym is open around the clock. */
  all_day: string;
  /** While it is closed; {day} and {time} are when it opens. */
  opens: string;
  /** On a day on which it stays closed; {note} says why. */
  closed: string;
  /** The next class; {class}, {day}, {time} and {trainer} are filled in. */
  next: string;
  /** A class that is on; {class}, {time} (its end) and {trainer} are filled in. */
  running: string;
  /** What {day} is on the same day. */
  today: string;
  /** What {day} is on the day before. */
  tomorrow: string;
  /** What marks a class that is on in the timetable. */
  mark: string;
}

/** The week, day by day, in the order of the clock. */
export interface Schedule {
  /** A class on this day. */
  monday: {
    /** The class: a file of content/classes. */
    class: ClassEntry;
    /** Who teaches: a file of content/trainers. */
    trainer: TrainerEntry;
    /** Where, in a gym of several places: a file of content/branches. */
    branch: BranchEntry | null;
    /** When it begins. */
    start: string;
    /** When it ends; in the small hours, on the next day. */
    end: string;
  }[];
  /** A class on this day. */
  tuesday: {
    /** The class: a file of content/classes. */
    class: ClassEntry;
    /** Who teaches: a file of content/trainers. */
    trainer: TrainerEntry;
    /** Where, in a gym of several places: a file of content/branches. */
    branch: BranchEntry | null;
    /** When it begins. */
    start: string;
    /** When it ends; in the small hours, on the next day. */
    end: string;
  }[];
  /** A class on this day. */
  wednesday: {
    /** The class: a file of content/classes. */
    class: ClassEntry;
    /** Who teaches: a file of content/trainers. */
    trainer: TrainerEntry;
    /** Where, in a gym of several places: a file of content/branches. */
    branch: BranchEntry | null;
    /** When it begins. */
    start: string;
    /** When it ends; in the small hours, on the next day. */
    end: string;
  }[];
  /** A class on this day. */
  thursday: {
    /** The class: a file of content/classes. */
    class: ClassEntry;
    /** Who teaches: a file of content/trainers. */
    trainer: TrainerEntry;
    /** Where, in a gym of several places: a file of content/branches. */
    branch: BranchEntry | null;
    /** When it begins. */
    start: string;
    /** When it ends; in the small hours, on the next day. */
    end: string;
  }[];
  /** A class on this day. */
  friday: {
    /** The class: a file of content/classes. */
    class: ClassEntry;
    /** Who teaches: a file of content/trainers. */
    trainer: TrainerEntry;
    /** Where, in a gym of several places: a file of content/branches. */
    branch: BranchEntry | null;
    /** When it begins. */
    start: string;
    /** When it ends; in the small hours, on the next day. */
    end: string;
  }[];
  /** A class on this day. */
  saturday: {
    /** The class: a file of content/classes. */
    class: ClassEntry;
    /** Who teaches: a file of content/trainers. */
    trainer: TrainerEntry;
    /** Where, in a gym of several places: a file of content/branches. */
    branch: BranchEntry | null;
    /** When it begins. */
    start: string;
    /** When it ends; in the small hours, on the next day. */
    end: string;
  }[];
  /** A class on this day. */
  sunday: {
    /** The class: a file of content/classes. */
    class: ClassEntry;
    /** Who teaches: a file of content/trainers. */
    trainer: TrainerEntry;
    /** Where, in a gym of several places: a file of content/branches. */
    branch: BranchEntry | null;
    /** When it begins. */
    start: string;
    /** When it ends; in the small hours, on the next day. */
    end: string;
  }[];
  /** A class that doesn't take place on a date. */
  cancelled: {
    /** The date. */
    date: string;
    /** The class: a file of content/classes. */
    class: ClassEntry;
    /** When it begins, if it is more than once on that day. */
    start: string | null;
    /** Where, if it is in several branches at that time: a file of content/branches. */
    branch: BranchEntry | null;
  }[];
  /** Another trainer on a date. */
  substitute: {
    /** The date. */
    date: string;
    /** The class: a file of content/classes. */
    class: ClassEntry;
    /** When it begins, if it is more than once on that day. */
    start: string | null;
    /** Where, if it is in several branches at that time: a file of content/branches. */
    branch: BranchEntry | null;
    /** Who teaches on that date: a file of content/trainers. */
    trainer: TrainerEntry;
  }[];
  /** A class on a date only. */
  extra: {
    /** The date. */
    date: string;
    /** The class: a file of content/classes. */
    class: ClassEntry;
    /** Who teaches: a file of content/trainers. */
    trainer: TrainerEntry;
    /** Where, in a gym of several places: a file of content/branches. */
    branch: BranchEntry | null;
    /** When it begins. */
    start: string;
    /** When it ends; in the small hours, on the next day. */
    end: string;
  }[];
  /** What stands beside a class of the week that is otherwise on a date. */
  words: {
    /** Where it doesn't take place; {date} is filled in. */
    cancelled: string;
    /** Where somebody else teaches it; {trainer} and {date} are filled in. */
    substitute: string;
    /** Where it takes place on that date only; {date} is filled in. */
    extra: string;
  };
}

/** What the search calls what it finds. */
export interface Search {
  /** The word for the entries of a collection, beside each that is found; without one, the title of the page that lists them. */
  kind: {
    /** The collection, by the name of its folder. */
    of: string;
    /** What an entry is called. */
    title: string;
  }[];
}

/** The gym itself: what appears in the header, the footer, the contact page and the search results. */
export interface Site {
  /** The gym's name. */
  name: string;
  /** The gym's promise in a few words. */
  tagline: string | null;
  /** What search engines show of the site. */
  description: string | null;
  /** Where the site is published. */
  base_url: string | null;
  /** The language of the texts. */
  language: string;
  /** The day with which weeks begin; without it, the one that is usual where the language is spoken. */
  first_day: string | null;
  /** The clock that all times and dates are on. */
  time_zone: string;
  /** What stands beside prices, in the place of the usual sign of the currency. */
  currency: string | null;
  /** The currency's code in ISO 4217, which search engines are told, and from which prices get their sign, its place and their decimals. */
  currency_code: string | null;
  /** The front desk's phone number. */
  phone: string | null;
  /** The number that answers on WhatsApp. */
  whatsapp: string | null;
  /** The front desk's email address. */
  email: string | null;
  /** The gym's logo, in the header and on cards for social networks: with a description it stands in the place of the name, with decorative = true beside it; without a logo the theme draws a sign. */
  logo: Picture | null;
  /** The gym's sign: a square picture in content/images of 512 pixels or more, from which all icons are made; without it a logo of that shape. */
  icon: string | null;
  /** Where the gym is. */
  address: {
    /** Street and number. */
    street: string | null;
    /** The part of the city. */
    area: string | null;
    /** The city. */
    city: string | null;
    /** The postal code; where it stands depends on the language. */
    postcode: string | null;
    /** The country. */
    country: string | null;
    /** Degrees north of the equator. */
    latitude: number | null;
    /** Degrees east of Greenwich. */
    longitude: number | null;
  } | null;
  /** The map of the contact page. */
  map: {
    /** The address that the frame shows. */
    embed: string;
    /** The address of the larger map. */
    url: string;
    /** What the map shows, for people who don't see it. */
    title: string;
  } | null;
  /** Days with the same opening hours. */
  hours: {
    /** The days of the week. */
    days: string[];
    /** true if the gym is closed on these days. */
    closed: boolean | null;
    /** true if the gym is open for 24 hours on these days. */
    all_day: boolean | null;
    /** When the gym opens. */
    opens: string | null;
    /** When the gym closes; a time before that of opens is on the next day. */
    closes: string | null;
  }[];
  /** One or several days on which the gym stays closed, or has other hours than usual. */
  closure: {
    /** The day. */
    date: string | null;
    /** The first of several days. */
    from: string | null;
    /** The last of several days. */
    until: string | null;
    /** When the gym opens on these days, if it isn't closed for all of them; without it as usual. */
    opens: string | null;
    /** When the gym closes on these days, if it isn't closed for all of them; without it as usual. */
    closes: string | null;
    /** Why, such as "Christmas Day". */
    note: string;
  }[];
  /** An old address, and where it leads now. */
  redirect: {
    /** The old address, such as "/timetable/". */
    from: string;
    /** Where it leads now. */
    to: string;
    /** What visitors read where a host can't lead on by itself; without it the new address. */
    text: string | null;
  }[];
  /** An account of the gym elsewhere. */
  social: {
    /** The network. */
    network: "facebook" | "twitter" | "instagram" | "youtube" | "tiktok" | "whatsapp";
    /** The address of the gym's page there. */
    url: string;
  }[];
  /** The colours of the design. */
  colours: {
    /** The colour of highlights. */
    accent: string | null;
    /** The colour of errors. */
    alert: string | null;
  } | null;
  /** How the site looks. */
  design: {
    /** Light text on dark, dark text on light, or what the visitor's device is set to. */
    scheme: "dark" | "light" | "auto";
    /** The typeface of headings: tall as a poster, broad and heavy, round and friendly, or calm with serifs. */
    headings: "big-shoulders" | "archivo-black" | "outfit" | "fraunces";
    /** A typeface of the gym's own in its place, a file in content/fonts. */
    headings_file: string | null;
    /** The typeface of everything else: friendly, plain, with serifs, or that of the visitor's device, which takes no time to load. */
    text: "figtree" | "inter" | "literata" | "system";
    /** A typeface of the gym's own in its place, a file in content/fonts. */
    text_file: string | null;
    /** The corners of buttons, cards and pictures. */
    corners: "square" | "soft" | "round";
    /** How much room there is between sections. */
    spacing: "airy" | "regular" | "compact";
    /** The bar at the top: over the picture until one scrolls, or always on a surface of its own. */
    header: "clear" | "solid";
    /** The end of each page: with hours, links and the gym's name in large letters, or just how to reach it. */
    footer: "full" | "brief";
  };
  /** Words in the addresses of what no file declares. */
  addresses: {
    /** What stands before the number of all pages of a list but the first: /blog/page-2/. */
    page: string;
    /** The name of the timetable's calendar, /schedule.ics, and of the folder of those of classes. */
    calendar: string;
    /** The page of [offline]: /offline/. */
    offline: string;
  } | null;
  /** Who receives the contact form. */
  contact: {
    /** The address of a service that takes posted forms. */
    endpoint: string | null;
  } | null;
  /** The hosted service for visitors' accounts. */
  accounts: {
    /** The web API key of the project; it is no secret. */
    api_key: string;
    /** The id of the project. */
    project: string;
    /** The project's domain for authentication. */
    auth_domain: string;
  } | null;
  /** Credentials that the sign-in page shows. */
  test_account: {
    /** The address to sign in with. */
    email: string;
    /** The password, shown to everybody. */
    password: string;
  } | null;
  /** How the site is published. */
  publish: {
    /** Who serves the site. */
    host: "netlify" | "cloudflare" | "github" | "plain";
  } | null;
  /** How many bytes a page may ask for. */
  budget: {
    /** The most bytes of a page's HTML, before compression. */
    html: number;
    /** The most bytes of a page's stylesheets, before compression. */
    css: number;
    /** The most bytes of all scripts of a page, in brotli. */
    script: number;
    /** The most bytes of script before an island is needed, in brotli. */
    boot: number;
    /** The most bytes of the script that all islands share, in brotli. */
    react: number;
    /** The most bytes of script of each island, in brotli. */
    island: number;
    /** The most bytes of a page's fonts. */
    font: number;
    /** The most bytes of the picture at the top of a page. */
    image: number;
  } | null;
  /** The picture of social cards. */
  share: {
    /** The picture, 1200 by 630 or larger. */
    image: Picture;
  } | null;
  /** The page that stands for those not kept, while there is no network. */
  offline: {
    /** The heading of the page that stands for those not kept. */
    title: string;
    /** What it says. */
    text: string;
    /** Its link that tries once more. */
    again: string;
  } | null;
}

/** The words of the pages of trainers; without this file those pages have neither the links nor the titles that are named here. */
export interface TrainerPages {
  /** The link from a trainer to all trainers. */
  back: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  };
  /** The heading of their hours of the week. */
  hours_title: string;
  /** The heading of their classes. */
  classes_title: string;
  /** The heading of what they have learned. */
  training_title: string;
  /** The heading of how to reach them. */
  contact_title: string;
  /** The button below. */
  button: {
    /** What the button says. */
    title: string;
    /** Where it leads. */
    to: string;
  } | null;
}

/** The places of a gym that has several, a file each. */
export interface BranchEntry {
  id: string;
  title: string;
  url: string | null;
  /** Where it is. */
  address: {
    /** Street and number. */
    street: string | null;
    /** The part of the city. */
    area: string | null;
    /** The city. */
    city: string | null;
    /** The postal code; where it stands depends on the language. */
    postcode: string | null;
    /** The country. */
    country: string | null;
    /** Degrees north of the equator. */
    latitude: number | null;
    /** Degrees east of Greenwich. */
    longitude: number | null;
  };
  /** Its phone number, if not that of content/site.toml. */
  phone: string | null;
  /** Its number on WhatsApp, if not that of content/site.toml. */
  whatsapp: string | null;
  /** Its email address, if not that of content/site.toml. */
  email: string | null;
  /** Days with the same opening hours, if not those of content/site.toml. */
  hours: {
    /** The days of the week. */
    days: string[];
    /** true if the gym is closed on these days. */
    closed: boolean | null;
    /** true if the gym is open for 24 hours on these days. */
    all_day: boolean | null;
    /** When the gym opens. */
    opens: string | null;
    /** When the gym closes; a time before that of opens is on the next day. */
    closes: string | null;
  }[];
  /** Days on which this branch stays closed, or has other hours; those of content/site.toml count besides. */
  closure: {
    /** The day. */
    date: string | null;
    /** The first of several days. */
    from: string | null;
    /** The last of several days. */
    until: string | null;
    /** When the gym opens on these days, if it isn't closed for all of them; without it as usual. */
    opens: string | null;
    /** When the gym closes on these days, if it isn't closed for all of them; without it as usual. */
    closes: string | null;
    /** Why, such as "Christmas Day". */
    note: string;
  }[];
  /** A map of where it is. */
  map: {
    /** The address that the frame shows. */
    embed: string;
    /** The address of the larger map. */
    url: string;
    /** What the map shows, for people who don't see it. */
    title: string;
  } | null;
}

/** A category. */
export interface CategoryEntry {
  id: string;
  title: string;
  url: string | null;
  /** How many posts to show; without it they are counted. */
  count: number | null;
}

/** What is taught, a file each. */
export interface ClassEntry {
  id: string;
  title: string;
  url: string | null;
  /** Who usually teaches it: a file of content/trainers. */
  trainer: Reference;
  /** The picture of its card. */
  image: Picture;
  /** What it is like, in a sentence or two. */
  summary: string;
  /** Which of its times in the schedule its card shows; without it the first of the week. */
  slot: string | null;
  /** For which level it is, in a word or two. */
  level: string | null;
  /** For whom it is, in a sentence or two. */
  for_whom: string | null;
  /** What to bring, a thing each. */
  bring: string[];
  /** What the hour is like, in Markdown, for its page. */
  text: string | null;
  /** What others take, too; without it the other classes of the trainer. */
  related: Reference[];
}

/** What happens once: a workshop, a race, an open day, a file each. */
export interface EventEntry {
  id: string;
  title: string;
  url: string | null;
  /** What it is, in a sentence or two, for lists, calendars and search engines. */
  summary: string;
  /** When it begins. */
  start: string;
  /** When it ends. */
  end: string;
  /** In which branch, of a gym with several. */
  branch: Reference | null;
  /** Where, if not at the gym, or in which room of it. */
  place: string | null;
  /** The picture of its page, and beside it in lists. */
  image: Picture | null;
  /** Who leads it: files of content/trainers. */
  hosts: Reference[];
  /** What it costs. */
  price: string | null;
  /** All about it, in Markdown. */
  text: string;
  /** How people book; without it there is no button. */
  booking: {
    /** By email to the gym. */
    how: "mail";
    /** What the button says. */
    button: string;
  } | {
    /** On another page. */
    how: "online";
    /** What the button says. */
    button: string;
    /** The page on which people book. */
    url: string;
    /** What it costs there, if not the same. */
    price: string | null;
  } | null;
}

/** A picture. */
export interface GalleryPictureEntry {
  id: number;
  title: string;
  url: string | null;
  /** The picture's name in content/images. */
  file: string;
  /** What the picture shows, for people who don't see it. */
  alt: string;
}

/** What it costs, a file each. */
export interface PlanEntry {
  id: string;
  title: string;
  url: string | null;
  /** The price, a number without commas, with a point before decimals. */
  price: string;
  /** For how long, such as "for 30 days". */
  period: string;
  /** How many days that is; a bar then shows what a day comes to beside the others. */
  days: number | null;
  /** A remark, such as what it comes to in a day. */
  note: string | null;
  /** What it saves, such as beside the same time in single months. */
  saving: string | null;
  /** The picture of its card. */
  image: Picture;
  /** What the plan includes, a line each. */
  features: string[];
  /** true for the plan that is set off from the others. */
  featured: boolean;
}

/** The blog, a file each, with its body in Markdown. */
export interface PostEntry {
  id: string;
  title: string;
  url: string | null;
  /** When it appears: 2026-12-31, or with a time 2026-12-31T18:00:00. */
  date: string;
  /** When what it says was last changed, if it was. */
  updated: string | null;
  /** Who wrote it; without it the author in content/blog.toml. */
  author: string | null;
  /** A category of content/blog.toml. */
  category: Reference | null;
  /** Tags of content/blog.toml. */
  tags: Reference[];
  /** The classes that it is about, whose pages then lead to it. */
  about: Reference[];
  /** The picture at its top. */
  image: Picture | null;
  /** What a list of posts shows of it, in a sentence or two. */
  excerpt: string;
  /** true as long as it is not to be published. */
  draft: boolean | null;
  /** The last part of its address; without it the file's name. */
  slug: string | null;
  /** The text, in Markdown. */
  body: string;
}

/** What members say, a file each. */
export interface QuoteEntry {
  id: string;
  title: string;
  url: string | null;
  /** Who says it. */
  name: string;
  /** Who that is, or since when a member. */
  since: string | null;
  /** What they say, in their words, without quotation marks. */
  text: string;
  /** Their portrait. */
  picture: Picture | null;
}

/** A tag. */
export interface TagEntry {
  id: string;
  title: string;
  url: string | null;
}

/** Who teaches, a file each. */
export interface TrainerEntry {
  id: string;
  title: string;
  url: string | null;
  /** The trainer's full name. */
  name: string;
  /** The trainer's job, such as Yoga Trainer. */
  role: string;
  /** The portrait. */
  image: Picture;
  /** A few words about the trainer. */
  bio: string;
  /** More about the trainer, in Markdown, for their page. */
  text: string | null;
  /** Certificates and what else they have learned, a line each. */
  training: string[];
  /** Where to find the trainer. */
  social: {
    /** The network. */
    network: "facebook" | "twitter" | "instagram" | "email";
    /** Where the icon leads; without it no link is shown. */
    url: string | null;
  }[];
}
