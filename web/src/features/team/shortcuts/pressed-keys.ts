import { useEffect, useEffectEvent, useState } from 'react';
import { strokeOf } from '../../../platform/keys.ts';

const secondLetterMs = 900;

/** `cancel`: Esc; `none`: the command shall have no keys. */
export type Pressed = { keys: string } | 'cancel' | 'none';

/** While mounted, takes the next keys that the person presses, instead of the page. Answers the first letter of a pair, while there may be a second. */
export function usePressedKeys(onPressed: (pressed: Pressed) => void): string | null {
  const [first, setFirst] = useState<string | null>(null);
  const tell = useEffectEvent(onPressed);
  useEffect(() => {
    let letter: string | null = null;
    let timer: number | undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab') return tell('cancel');
      event.preventDefault();
      event.stopImmediatePropagation();
      window.clearTimeout(timer);
      if (event.key === 'Escape') return tell('cancel');
      if (event.key === 'Backspace' || event.key === 'Delete') return tell('none');
      const stroke = strokeOf(event);
      if (stroke === null) return;
      if (letter && /^[A-Z]$/.test(stroke)) return tell({ keys: `${letter} ${stroke}` });
      if (!/^[A-Z]$/.test(stroke)) return tell({ keys: stroke });
      letter = stroke;
      setFirst(stroke);
      timer = window.setTimeout(() => tell({ keys: stroke }), secondLetterMs);
    };
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('keydown', onKey, true);
    };
  }, []);
  return first;
}
