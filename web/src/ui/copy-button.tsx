import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../platform/i18n.ts';
import { IconButton } from './icon-button.tsx';

/** Copies a text; shows a tick for a moment. `label` names what is copied: 'Copiar número'. */
export function CopyButton({ text, label, size = 'sm' }: { text: string; label: string; size?: 'sm' | 'md' }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), 1000);
    return () => window.clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton label={copied ? t('Copiado') : label} size={size} onClick={() => void copyText(text).then(setCopied)}>
      {copied ? <IconCheck size={16} color="var(--success)" /> : <IconCopy size={16} />}
    </IconButton>
  );
}

/** Copies a text. False if the browser did not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https there is no clipboard API, but a selection can still be copied.
    const area = document.createElement('textarea');
    area.value = text;
    area.setAttribute('readonly', '');
    area.className = 'visually-hidden';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
