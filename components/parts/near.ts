// A map of another service comes once one is near it: its scripts and tiles weigh several times the page, which ends before it
// for most, and browsers fetch lazy frames up to 2,500 px ahead.

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const frame = target as HTMLIFrameElement;
      if (!isIntersecting) continue;
      observer.unobserve(frame);
      frame.src = frame.dataset.src ?? "";
    }
  },
  { rootMargin: "400px" },
);
for (const frame of document.querySelectorAll("iframe[data-src]")) observer.observe(frame);

export {};
