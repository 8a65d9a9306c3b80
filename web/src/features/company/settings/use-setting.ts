import type { SettingKey } from '@balcao/contract/setting-rules';
import { useEffect, useState } from 'react';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { useChangeSetting } from './mutations.ts';
import type { SaveState } from './setting-row.tsx';

const savedShownMs = 3000;

/** Saves a setting as soon as it is chosen. `shown` is the new value while saving; if the server refuses it, the old one comes back. */
export function useSetting(key: SettingKey, value: string): { shown: string; state: SaveState; choose: (value: string) => void } {
  const change = useChangeSetting(key);
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    if (!saved) return;
    const timer = window.setTimeout(() => setSaved(false), savedShownMs);
    return () => window.clearTimeout(timer);
  }, [saved]);
  const choose = (wanted: string) => {
    if (wanted === value && !change.isPending) return;
    setSaved(false);
    // Shows the result even if the person has left the page.
    change.mutateAsync(wanted).then(() => {
      setSaved(true);
      toastSuccess(t('Operação atualizada com sucesso.'), toastLife.administration);
    }, notifyError);
  };
  return {
    shown: change.isPending ? change.variables : value,
    state: change.isPending ? 'saving' : saved ? 'saved' : 'idle',
    choose,
  };
}
