import { Popover } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import { keepVolume, readVolume, ring } from '../../../platform/sound.ts';
import { useStored } from '../../../platform/storage.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import css from './volume-control.module.css';

/** A button that opens the slider. */
export function VolumeControl() {
  useStored('volume', '1');
  const volume = readVolume();
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <IconButton label={t('Volume das notificações')}>
          {volume === 0 ? <IconVolumeOff size={18} /> : <IconVolume size={18} />}
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown>
        <VolumeSlider />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The volume for new messages, from 0 to 1 in steps of 0.1. Releasing the slider rings once. */
export function VolumeSlider() {
  useStored('volume', '1');
  const volume = readVolume();
  return (
    <label className={css.volume}>
      {t('Volume das notificações')}
      <span className={css.line}>
        <input
          type="range"
          min={0}
          max={1}
          step={0.1}
          value={volume}
          onChange={(event) => keepVolume(Number(event.currentTarget.value))}
          onPointerUp={() => ring()}
          onKeyUp={(event) => event.key.startsWith('Arrow') && ring()}
        />
        <output>{`${Math.round(volume * 100)}%`}</output>
      </span>
    </label>
  );
}
