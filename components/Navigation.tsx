import type { KeyboardEvent } from "react";
import { Account } from "./parts/Account";
import { Icon } from "./parts/Icon";
import type { Image, NavigationProps, SocialLink } from "./props";

/** Numbers don't break between their groups. */
const unbroken = (text: string) => text.replaceAll(" ", "\u00a0");

/** Tab goes round within an open popover instead of leaving it. */
function keepFocus(event: KeyboardEvent<HTMLElement>) {
  const popover = event.currentTarget;
  if (event.key !== "Tab" || !popover.matches(":popover-open")) return;
  const stops = [...popover.querySelectorAll<HTMLElement>("a[href],button")].filter((stop) => stop.checkVisibility());
  const [first, last] = [stops[0], stops.at(-1)];
  const [from, to] = event.shiftKey ? [first, last] : [last, first];
  if (document.activeElement === from) {
    event.preventDefault();
    to?.focus();
  }
}

export default function Navigation(props: NavigationProps) {
  const { brand, menu, panel, account, join } = props;
  return (
    <>
      <div className="header__bar">
        <a className="brand" href={brand.url}>
          <svg className="brand__mark" viewBox="0 0 30 32" aria-hidden="true" focusable="false">
            <path className="brand__tube" d="M4 28V16" />
            <path className="brand__tube" d="M15 28V4" />
            <path className="brand__tube" d="M26 28V10" />
          </svg>
          <span className="brand__name">{brand.title}</span>
        </a>
        <nav className="menu" id="menu" popover="auto" aria-label={menu.label} onKeyDown={keepFocus}>
          <Opener target="menu" action="hide" icon="close" title={menu.close} className="icon-button menu__close" />
          <ul className="menu__list">
            {props.links.map((link) => (
              <li key={link.url}>
                <a className="menu__link" href={link.url} aria-current={link.current ? "page" : undefined}>
                  {link.title}
                </a>
              </li>
            ))}
          </ul>
          <div className="menu__foot">
            <a className="menu__phone" href={props.phone.url}>
              {unbroken(props.phone.title)}
            </a>
            <Social links={props.social} />
          </div>
        </nav>
        <div className="header__tools">
          <Account {...account} />
          <Pill {...join} className="pill header__join" />
          <Opener target="panel" icon="chart-bar" title={panel.open} className="icon-button" />
          <Opener target="menu" icon="menu" title={menu.open} className="icon-button header__menu" />
        </div>
      </div>
      <dialog className="panel" id="panel" popover="auto" aria-labelledby="panel-title" onKeyDown={keepFocus}>
        <div className="panel__head">
          <h2 className="panel__title" id="panel-title">
            {panel.title}
          </h2>
          <Opener target="panel" action="hide" icon="close" title={panel.close} className="icon-button" />
        </div>
        <p className="panel__text">{panel.text}</p>
        <h3 className="panel__heading">{panel.gallery_title}</h3>
        <ul className="panel__gallery">
          {panel.images.map((image) => (
            <li key={image.src}>
              <Picture {...image} />
            </li>
          ))}
        </ul>
        <h3 className="panel__heading">{panel.contact_title}</h3>
        <ul className="contact-list">
          <li>
            <Icon name="pin" />
            <address>{props.address}</address>
          </li>
          <li>
            <Icon name="phone" />
            <a href={props.phone.url}>{unbroken(props.phone.title)}</a>
          </li>
          <li>
            <Icon name="email" />
            <a href={props.email.url}>{props.email.title}</a>
          </li>
        </ul>
        <h3 className="panel__heading">{panel.follow_title}</h3>
        <Social links={props.social} />
        <div className="panel__foot">
          <a className="panel__chart" href={panel.chart.url}>
            <Icon name="chart-bar" />
            {panel.chart.title}
          </a>
          <Pill {...join} className="pill panel__join" />
        </div>
      </dialog>
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
      <span className="pill__plus">
        <Icon name="plus" />
      </span>
    </a>
  );
}

function Social({ links }: { links: SocialLink[] }) {
  return (
    <ul className="social">
      {links.map((link) => (
        <li key={link.network}>
          <a className="social__link" href={link.url}>
            <Icon name={link.network} />
            <span className="visually-hidden">{link.title}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Picture({ src, srcset, sizes, width, height, alt }: Image) {
  return (
    <img
      className="panel__image"
      src={src}
      srcSet={srcset ?? undefined}
      sizes={sizes ?? undefined}
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  );
}
