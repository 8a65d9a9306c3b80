// One tooltip for the whole page: thousands of buttons have a name, and one of them is pointed at.
import { useEffect } from 'react';

const delayMs = 350;
const gap = 5;
const margin = 4;

/** What makes an element show a tooltip when it is pointed at or focused by keyboard; it is hidden while what it opened is shown. */
export const tip = (text: string | undefined, side: 'top' | 'right' = 'top') => ({ 'data-tip': text, 'data-tip-side': side });

/** Shows the tooltips of the page; called once, at the top of the app. */
export function useTips(): void {
  useEffect(() => {
    const shown = document.createElement('div');
    shown.id = shown.className = 'tip';
    shown.role = 'tooltip';
    const fingersOnly = window.matchMedia('(any-hover: none)');
    let of: Element | null = null;
    let timer = 0;
    const hide = () => {
      window.clearTimeout(timer);
      of?.removeAttribute('aria-describedby');
      of = null;
      shown.remove();
    };
    const show = (target: Element) => {
      if (!target.isConnected || target.getAttribute('aria-expanded') === 'true') return;
      shown.textContent = target.getAttribute('data-tip');
      document.body.append(shown);
      target.setAttribute('aria-describedby', shown.id);
      const [at, own] = [target.getBoundingClientRect(), shown.getBoundingClientRect()];
      const beside = target.getAttribute('data-tip-side') === 'right';
      const above = at.top - own.height - gap;
      const left = beside ? at.right + gap : at.left + (at.width - own.width) / 2;
      const top = beside ? at.top + (at.height - own.height) / 2 : above < margin ? at.bottom + gap : above;
      shown.style.left = `${Math.max(margin, Math.min(left, window.innerWidth - own.width - margin))}px`;
      shown.style.top = `${top}px`;
    };
    const pointAt = (event: Event, waitMs: number) => {
      const target = (event.target as Element).closest('[data-tip]');
      if (target === of) return;
      hide();
      of = target;
      if (target) timer = window.setTimeout(() => show(target), waitMs);
    };
    const listeners = {
      // When a page shifts under a finger, browsers report a mouse that is not there.
      pointerover: (event: PointerEvent) => event.pointerType !== 'touch' && !fingersOnly.matches && pointAt(event, delayMs),
      focusin: (event: FocusEvent) => (event.target as Element).matches(':focus-visible') && pointAt(event, 0),
      focusout: hide,
      pointerdown: hide,
      // What the key or the wheel does may take the element away.
      keydown: hide,
      wheel: hide,
    };
    const all = Object.entries(listeners) as [string, EventListener][];
    for (const [kind, listener] of all) document.addEventListener(kind, listener, { capture: true, passive: true });
    document.documentElement.addEventListener('pointerleave', hide);
    return () => {
      hide();
      for (const [kind, listener] of all) document.removeEventListener(kind, listener, { capture: true });
      document.documentElement.removeEventListener('pointerleave', hide);
    };
  }, []);
}
