import css from './skeleton.module.css';

/** A grey placeholder in the size of the content that loads. */
export function Skeleton({
  width = '100%',
  height = 12,
  round = false,
}: {
  width?: number | string;
  height?: number | string;
  round?: boolean;
}) {
  return <span className={css.bone} style={{ width, height, borderRadius: round ? '50%' : undefined }} aria-hidden />;
}

/** Placeholder rows with an avatar and two lines, as high as those of a list. */
export function ListSkeleton({ rows = 6, rowHeight = 77, label }: { rows?: number; rowHeight?: number; label: string }) {
  return (
    <div role="status" aria-label={label} className={css.list}>
      {upTo(rows).map((row) => (
        <div key={row} className={css.row} style={{ height: rowHeight }}>
          <Skeleton width={40} height={40} round />
          <div className={css.lines}>
            <Skeleton width={`${[56, 70, 48][row % 3]}%`} height={11} />
            <Skeleton width={`${[92, 76, 84][row % 3]}%`} height={11} />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Placeholder fields with labels, for a form or a list of settings. */
export function FieldsSkeleton({ rows = 4, label }: { rows?: number; label: string }) {
  return (
    <div role="status" aria-label={label} className={css.fields}>
      {upTo(rows).map((row) => (
        <div key={row} className={css.lines}>
          <Skeleton width={`${[22, 34, 28][row % 3]}%`} height={11} />
          <Skeleton height={34} />
        </div>
      ))}
    </div>
  );
}

/** Placeholder for a page that is loading. */
export function PageSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className={css.page}>
      <Skeleton width={180} height={24} />
      <div className={css.block}>
        {upTo(6).map((row) => (
          <Skeleton key={row} width={`${[88, 74, 92, 66, 80, 70][row]}%`} height={14} />
        ))}
      </div>
    </div>
  );
}

function upTo(count: number): number[] {
  return [...Array(count).keys()];
}
