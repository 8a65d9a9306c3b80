import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import { type Density, densities, type TextSize, textSizes, useDensity, useTextSize } from '../../../platform/appearance.ts';
import { t } from '../../../platform/i18n.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import css from './appearance-dialog.module.css';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** Theme, size of the texts and density, for this browser. Each choice holds at once. */
export function AppearanceDialog({ onClose }: { onClose: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [textSize, setTextSize] = useTextSize();
  const [density, setDensity] = useDensity();
  return (
    <Dialog opened onClose={onClose} title={t('Aparência')} width={420}>
      <div className={css.choices}>
        <Choice label={t('Tema')} all={themes} textOf={themeText} value={colorScheme} onChoose={setColorScheme} />
        <Choice label={t('Tamanho do texto')} all={textSizes} textOf={sizeText} value={textSize} onChoose={setTextSize} />
        <Choice label={t('Densidade')} all={densities} textOf={densityText} value={density} onChoose={setDensity} />
        <p className={css.hint}>{t('Vale só neste navegador. Em telas de toque, botões e linhas continuam do tamanho de um dedo.')}</p>
      </div>
    </Dialog>
  );
}

type ChoiceProps<T extends string> = {
  label: string;
  all: readonly T[];
  textOf: (one: T) => string;
  value: T;
  onChoose: (one: T) => void;
};

function Choice<T extends string>({ label, all, textOf, value, onChoose }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div>
      <span id={id} className={css.label}>
        {label}
      </span>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={value}
        data={all.map((one) => ({ value: one, label: textOf(one) }))}
        onChange={(chosen) => onChoose(chosen as T)}
      />
    </div>
  );
}

function themeText(theme: Theme): string {
  return theme === 'auto' ? t('Do sistema') : theme === 'light' ? t('Claro') : t('Escuro');
}

function sizeText(size: TextSize): string {
  switch (size) {
    case 'small':
      return t('Pequeno');
    case 'normal':
      return t('Normal');
    case 'large':
      return t('Grande');
    case 'larger':
      return t('Maior');
  }
}

function densityText(density: Density): string {
  return density === 'comfortable' ? t('Confortável') : t('Compacta');
}
