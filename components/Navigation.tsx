import { Account, type AccountProps } from "./parts/Account";
import { Icon } from "./parts/Icon";
import type { Navigation as Content, Link, Picture } from "./types";

/** The gym elsewhere: the network as its icon is called, and as people call it. */
interface SocialLink extends Link {
  network: string;
}

/** An entry of the menu. */
interface MenuLink extends Link {
  /** True if the page is in that part of the site. */
  current: boolean;
  /** True if it is in a part below. */
  holds?: boolean;
  /** What the button is called that shows what lies below it, and the links there, if there are any. */
  more?: string;
  under?: MenuLink[];
}

/** Made ready by `src/templates/contexts/navigation.rs`. */
interface NavigationProps {
  /** The gym's name, which leads home. */
  brand: Link;
  /** In the place of the name if it has a description, beside the name otherwise. */
  logo: Picture | null;
  links: MenuLink[];
  menu: Content["menu"];
  join: Link | null;
  account: AccountProps | null;
  /** What the button is called that opens the side panel, if there is one (templates/partials/panel.html). */
  panel: string | null;
  /** As shown and as dialled. */
  phone: Link | null;
  social: SocialLink[];
}

export default function Navigation(props: NavigationProps) {
  const { brand, logo, menu, panel, account, join } = props;
  // The number of buttons: the one for the menu, and those that not every site has.
  const tools = [menu, panel, account].filter(Boolean).length;
  return (
    <div className="header__bar gutters">
      <a className="brand" href={brand.url}>
        {logo ? (
          <img className="brand__logo" {...logo} alt={logo.alt} />
        ) : (
          <svg
            className="brand__mark"
            width="30"
            height="32"
            stroke="currentColor"
            viewBox="0 0 30 32"
            aria-hidden="true"
          >
            <path className="brand__tube" d="M4 28V16" />
            <path className="brand__tube" d="M15 28V4" />
            <path className="brand__tube" d="M26 28V10" />
          </svg>
        )}
        {!logo?.alt && <span className="brand__name poster">{brand.title}</span>}
      </a>
      <nav className="menu" id="menu" popover="auto" aria-label={menu.label}>
        <Opener target="menu" action="hide" icon="close" title={menu.close} className="icon-button menu__close" />
        <ul className="menu__list">
          {props.links.map((link) => (
            <li key={link.url} className={link.under && "menu__entry"}>
              <a
                className="menu__link tab"
                href={link.url}
                aria-current={link.current ? "page" : link.holds ? "true" : undefined}
              >
                {link.title}
              </a>
              {link.under && <Below more={link.more} links={link.under} />}
            </li>
          ))}
        </ul>
        <div className="menu__foot cluster">
          {props.phone && (
            <a className="menu__phone" href={props.phone.url}>
              {props.phone.title}
            </a>
          )}
          <Social links={props.social} />
          {join && <Pill {...join} className="pill" />}
          {account && (
            <a className="menu__phone" href={account.url}>
              {account.title}
            </a>
          )}
        </div>
      </nav>
      <div className={`header__tools header__tools--${tools}`}>
        {account && <Account {...account} />}
        {join && <Pill {...join} className="pill header__join" />}
        {panel && <Opener target="panel" icon="pin" title={panel} className="icon-button" />}
        <Opener target="menu" icon="menu" title={menu.open} className="icon-button header__menu" />
      </div>
    </div>
  );
}

/** The second level of the menu: a button that shows the list behind it, in the bar; on phones it is always there. */
function Below({ more, links }: { more: string | undefined; links: MenuLink[] }) {
  return (
    <>
      <details className="menu__more" name="menu">
        <summary className="menu__toggle">
          <span className="visually-hidden">{more}</span>
        </summary>
      </details>
      <ul className="menu__under">
        {links.map((link) => (
          <li key={link.url}>
            <a className="menu__below" href={link.url} aria-current={link.current ? "page" : undefined}>
              {link.title}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

interface OpenerProps {
  target: string;
  action?: "hide";
  icon: string;
  title: string;
  className: string;
}

/** Opens or closes a popover, with and without scripts. */
function Opener({ target, action, icon, title, className }: OpenerProps) {
  return (
    <button
      className={className}
      type="button"
      // biome-ignore lint/a11y/noAutofocus: where the focus goes when a popover opens, not when the page does
      autoFocus={action && true}
      popoverTarget={target}
      popoverTargetAction={action}
    >
      <Icon name={icon} />
      <span className="visually-hidden">{title}</span>
    </button>
  );
}

function Pill({ title, url, className }: { title: string; url: string; className: string }) {
  return (
    <a className={className} href={url}>
      {title}
      <span className="pill__plus round">
        <Icon name="plus" />
      </span>
    </a>
  );
}

function Social({ links }: { links: SocialLink[] }) {
  return (
    links.length > 0 && (
      <ul className="social cluster">
        {links.map((link) => (
          <li key={link.url}>
            <a className="social__link round fills" href={link.url}>
              <Icon name={link.network} />
              <span className="visually-hidden">{link.title}</span>
            </a>
          </li>
        ))}
      </ul>
    )
  );
}
