// A card of a rail that the keyboard comes to is whole: the browser brings no more into view than the link in it.

addEventListener("focusin", ({ target }) => {
  const link = target as Element;
  const card = link.matches(":focus-visible") && link.closest(".rail > *, .rail > .prices__row > *");
  if (card) card.scrollIntoView({ block: "nearest", inline: "start" });
});

export {};
