import type { Priority } from '@balcao/contract/announcement-rules';
import { IconAlertTriangle, IconArrowDown, IconFlag } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import { StatusChip, type Tone } from '../../../ui/marks/status-chip.tsx';

const looks: Record<Priority, { tone: Tone; label: () => string; Icon: typeof IconFlag }> = {
  1: { tone: 'bad', label: () => t('Alta'), Icon: IconAlertTriangle },
  2: { tone: 'warn', label: () => t('Média'), Icon: IconFlag },
  3: { tone: 'quiet', label: () => t('Baixa'), Icon: IconArrowDown },
};

export function priorityText(priority: Priority): string {
  return looks[priority].label();
}

/** The priority of an announcement: red, orange or grey, with its word. */
export function PriorityChip({ priority }: { priority: Priority }) {
  const { tone, label, Icon } = looks[priority];
  return (
    <StatusChip tone={tone} icon={<Icon size={14} aria-hidden />}>
      {label()}
    </StatusChip>
  );
}
