import type { CompanyView } from '@balcao/contract/companies';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCompany } from '../../../data/settings/queries.ts';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { formatDate } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { can, onSignOut, useUser } from '../../../platform/session.ts';
import { createStore, useStore } from '../../../platform/store.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { confirmOverwrite, ElsewhereBanner, sameValue } from '../../../ui/dialog/changed-elsewhere.tsx';
import { confirmDiscard, useLeaveGuard } from '../../../ui/dialog/form-dialog.tsx';
import { HolidayFields } from '../../../ui/hours/holiday-fields.tsx';
import { holidayProblem, holidayRows, holidaysOf } from '../../../ui/hours/holidays.ts';
import css from '../../../ui/hours/hours.module.css';
import { areHoursFine, entriesOf, hoursOf } from '../../../ui/hours/hours.ts';
import { HoursFields } from '../../../ui/hours/hours-fields.tsx';
import { WeekHours } from '../../../ui/hours/week-hours.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { Card } from '../../../ui/page/page-header.tsx';
import { FieldsSkeleton } from '../../../ui/page/skeleton.tsx';
import { useSaveCompanyHours } from './mutations.ts';

/** The opening hours and holidays of the company: a form for admins, a list for others. */
export function CompanyHours() {
  const user = useUser();
  const company = useCompany(user.companyId);
  if (company.data && company.isFetchedAfterMount) {
    return can(user, 'drawer-admin-items:view') ? <HoursForm company={company.data} /> : <HoursText company={company.data} />;
  }
  if (company.error) {
    return (
      <ErrorState title={t('Não foi possível abrir os horários')} text={errorText(company.error)} onRetry={() => void company.refetch()} />
    );
  }
  return <FieldsSkeleton rows={7} label={t('Carregando os horários')} />;
}

type Draft = { hours: ReturnType<typeof hoursOf>; holidays: ReturnType<typeof holidayRows> };
const draftOf = ({ schedules, holidays }: CompanyView): Draft => ({ hours: hoursOf(schedules), holidays: holidayRows(holidays) });

/**
 * Unsaved changes, with the company as it was when the person began. Null while there are none: then the form follows what others save.
 * It is kept outside the form, which unmounts when the tab, the page or the language changes.
 */
const unsaved = createStore<{ draft: Draft; before: CompanyView } | null>(null);
onSignOut(() => unsaved.set(null));

function HoursForm({ company }: { company: CompanyView }) {
  const typed = useStore(unsaved);
  const changed = typed?.draft ?? null;
  const before = typed?.before ?? company;
  const [strict, setStrict] = useState(false);
  const save = useSaveCompanyHours(company.id);
  useLeaveGuard(true, () => changed !== null);
  const draft = changed ?? draftOf(company);
  const against = changed !== null && !save.isPending && !sameValue(draftOf(before), draftOf(company));
  const change = (part: Partial<Draft>) => unsaved.set({ before, draft: { ...draft, ...part } });
  const isFine = areHoursFine(draft.hours) && draft.holidays.every((row) => holidayProblem(row, draft.holidays) === null);
  const onSave = async () => {
    setStrict(true);
    if (!isFine) {
      window.requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    if (against && !(await confirmOverwrite())) return;
    const schedules = entriesOf(draft.hours);
    save.mutateAsync({ schedules, holidays: holidaysOf(draft.holidays) }).then((saved) => {
      const now = unsaved.get();
      unsaved.set(now && now.draft !== changed ? { ...now, before: saved } : null);
      setStrict(false);
      toastSuccess(t('Horários atualizados com sucesso.'), toastLife.administration);
    }, notifyError);
  };
  const onDiscard = async () => {
    if (await confirmDiscard()) unsaved.set(null);
  };
  return (
    <form
      noValidate
      className={css.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void onSave();
      }}
    >
      {against && <ElsewhereBanner state="against" load={() => unsaved.set(null)} keep={() => unsaved.set({ draft, before: company })} />}
      <Card title={t('Horários da semana')}>
        <p className={css.hint}>{t('Sem horários, o dia fica aberto o dia todo. Um fim antes do início vai até o dia seguinte.')}</p>
        <HoursFields hours={draft.hours} strict={strict} onChange={(hours) => change({ hours })} />
      </Card>
      <Card title={t('Feriados')}>
        <HolidayFields rows={draft.holidays} strict={strict} onChange={(holidays) => change({ holidays })} />
      </Card>
      <div className={css.foot}>
        <span className={css.hint} role="status">
          {changed ? (isFine ? t('Alterações não salvas') : t('Corrija os horários marcados.')) : ''}
        </span>
        {changed && (
          <Button variant="default" onClick={() => void onDiscard()}>
            {t('Descartar')}
          </Button>
        )}
        <Button type="submit" loading={save.isPending}>
          {t('Salvar')}
        </Button>
      </div>
    </form>
  );
}

function HoursText({ company }: { company: CompanyView }) {
  return (
    <div className={css.stack}>
      <Card title={t('Horários da semana')}>
        <WeekHours schedules={company.schedules} />
      </Card>
      {company.holidays.length > 0 && (
        <Card title={t('Feriados')}>
          <dl className={css.summary}>
            {holidayRows(company.holidays).flatMap(({ row, date, name, from, to }) => [
              <dt key={row}>{formatDate(date)}</dt>,
              <dd key={`${row} hours`}>
                {name && `${name} · `}
                {from && to ? `${from}–${to}` : t('Fechado')}
              </dd>,
            ])}
          </dl>
        </Card>
      )}
    </div>
  );
}
