import css from './progress-bar.module.css';

/** A progress bar, from 0 to 1. `detail`: in numbers, '1.840 de 2.600'. */
export function ProgressBar({ label, share, detail }: { label: string; share: number; detail?: string }) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div className={css.progress}>
      <div className={css.top}>
        <span>{label}</span>
        {detail && <span className={css.detail}>{detail}</span>}
      </div>
      <div
        className={css.track}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={detail}
      >
        <span className={css.fill} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
