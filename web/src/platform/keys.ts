// What a key event means. Layouts differ: on ABNT2 and the Spanish ones AltGr types characters, which is no command.

/** Is `event` this stroke, such as `Ctrl+Alt+E` or `?`? With Alt, letters and digits go by their place, because layouts type other characters there. */
export function strokeMatches(stroke: string, event: KeyboardEvent): boolean {
  const parts = stroke.split('+');
  const key = parts.at(-1) ?? '';
  const graph = event.getModifierState('AltGraph');
  const alt = event.altKey || graph;
  const ctrl = event.ctrlKey || event.metaKey || (graph && !event.altKey);
  if (ctrl !== parts.includes('Ctrl') || alt !== parts.includes('Alt')) return false;
  // A sign such as `?` needs Shift on some layouts and not on others; a letter, a digit or F2 does not.
  if (/^(\w|F\d+)$/.test(key) && event.shiftKey !== parts.includes('Shift')) return false;
  if (alt && /^[A-Z]$/.test(key)) return event.code === `Key${key}`;
  if (alt && /^\d$/.test(key)) return event.code === `Digit${key}`;
  return event.key.toLowerCase() === key.toLowerCase();
}

/**
 * Does AltGr type a character here? Windows reports it as Ctrl and Alt together, and some browsers report Ctrl and the left Alt, pressed on
 * purpose, as AltGr. `leftAlt`: that key is down.
 */
export function isAltGr(event: KeyboardEvent, leftAlt: boolean): boolean {
  if (event.getModifierState('AltGraph')) return !leftAlt;
  // Remote desktops forget to say that it is AltGr; the character tells.
  return event.ctrlKey && event.altKey && event.key.length === 1 && !/[a-z0-9]/i.test(event.key) && !isMac();
}

/** The stroke that a person makes, written as ours are; null while only Ctrl, Alt or Shift is down. */
export function strokeOf(event: KeyboardEvent): string | null {
  if (/^(Control|Alt|AltGraph|Shift|Meta|Dead|Process|Unidentified|CapsLock)$/.test(event.key) && !/^(Key|Digit)/.test(event.code))
    return null;
  const place = /^(?:Key|Digit)(.)$/.exec(event.code)?.[1];
  const key = event.altKey && place ? place : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const held = [
    event.ctrlKey || event.metaKey ? 'Ctrl' : '',
    event.altKey ? 'Alt' : '',
    event.shiftKey && /^(\w|F\d+)$/.test(key) ? 'Shift' : '',
  ];
  return [...held.filter(Boolean), key].join('+');
}

/** Is this a field that takes text? */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
