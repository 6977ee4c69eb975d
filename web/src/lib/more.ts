/** Marks what is scrolled with `data-more` while there is more of it below: it fades out there (theme.css). */
const LITTLE = 2; // pixels that nobody misses

export function more(element: HTMLElement): () => void {
  const look = () => {
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    element.toggleAttribute('data-more', below > LITTLE);
  };
  const sized = new ResizeObserver(look);
  const changed = new MutationObserver(look);
  sized.observe(element);
  changed.observe(element, { childList: true, subtree: true, characterData: true });
  element.addEventListener('scroll', look, { passive: true });
  look();
  return () => {
    sized.disconnect();
    changed.disconnect();
    element.removeEventListener('scroll', look);
  };
}
