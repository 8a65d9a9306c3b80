import { TextInput } from '@mantine/core';
import css from '../hours/hours.module.css';
import { finishClock, maskClock } from '../hours/hours.ts';

export type ClockInputProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  wrong?: boolean;
  describedBy?: string | undefined;
};

/** A time of the day, ##:##. */
export function ClockInput({ label, value, onChange, wrong = false, describedBy }: ClockInputProps) {
  return (
    <TextInput
      className={css.clock ?? ''}
      aria-label={label}
      aria-invalid={wrong || undefined}
      aria-describedby={describedBy}
      error={wrong}
      inputMode="numeric"
      autoComplete="off"
      placeholder="--:--"
      maxLength={5}
      value={value}
      onChange={(event) => onChange(maskClock(event.currentTarget.value))}
      onBlur={() => onChange(finishClock(value))}
    />
  );
}
