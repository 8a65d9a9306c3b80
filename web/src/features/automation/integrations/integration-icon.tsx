import type { IntegrationType } from '@balcao/contract/integration-rules';
import css from './integration-icon.module.css';

/** Drawn by us, so that each type is known at a glance. */
const drawings: Record<IntegrationType, string> = {
  // A question that becomes an answer.
  dialogflow: 'M4 5h11v8H9l-3 3v-3H4z M18 9h2v7h-2v3l-3-3h-4',
  // Steps of a workflow.
  n8n: 'M3 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0 M17 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0 M17 18a2 2 0 1 0 4 0a2 2 0 1 0-4 0 M7 12h4c3 0 2-6 6-6 M11 12c3 0 2 6 6 6',
  // A call that hooks in.
  webhook: 'M6 3v9a5 5 0 0 0 10 0v-2 M13 13l3-3l3 3 M4 3h4 M11 20h10',
  // Somebody who speaks in bubbles.
  typebot: 'M5 8h14v10H5z M12 8V4 M10 4h4 M9 12v1 M15 12v1 M9 16h6 M2 12v3 M22 12v3',
};

export function IntegrationIcon({ type, size = 36 }: { type: IntegrationType; size?: number }) {
  return (
    <span className={css.tile} data-type={type} style={{ width: size, height: size }} aria-hidden>
      <svg viewBox="0 0 24 24" width={size * 0.6} height={size * 0.6} focusable="false" aria-hidden="true">
        <path d={drawings[type]} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  );
}
