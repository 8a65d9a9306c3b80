import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import type { FirstStepsView } from '@balcao/contract/first-steps';
import { firstSteps, isAllDone, stepNow, stepsDone } from '@balcao/contract/first-steps-rules';
import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconCircleCheck, IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useFirstSteps, wantsFirstSteps } from '../../data/first-steps/queries.ts';
import { useTicket } from '../../data/tickets/queries.ts';
import { useSimulateFirst } from '../../features/channels/simulator/mutations.ts';
import { people } from '../../features/channels/simulator/people.ts';
import { useCreateSimulator } from '../../features/company/connections/mutations.ts';
import css from '../../features/company/first-steps/first-steps.module.css';
import { NumberChoice } from '../../features/company/first-steps/number-choice.tsx';
import { Step, type StepProps } from '../../features/company/first-steps/step.tsx';
import { useChangeSetting } from '../../features/company/settings/mutations.ts';
import { useTicketActions } from '../../features/desk/tickets/mutations.ts';
import { errorText, notifyError } from '../../platform/errors.ts';
import { formatDate } from '../../platform/format.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUser } from '../../platform/session.ts';
import { ProgressBar } from '../../ui/marks/progress-bar.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { PageSkeleton } from '../../ui/page/skeleton.tsx';
import { FirstCustomer } from './first-steps/first-customer.tsx';
import { type FirstDialog, FirstStepsDialogs } from './first-steps/first-steps-dialogs.tsx';

/** The customer who writes to the test number. */
const customer = people[0] ?? { name: 'Helena Sampaio', number: '5548905550142' };

/** What a new company does first: a list that follows what the company has by now, until it is closed. */
export function FirstStepsPage() {
  usePageTitle(t('Primeiros passos'));
  const steps = useFirstSteps();
  if (steps.data) return <Checklist view={steps.data} />;
  if (!steps.error) return <PageSkeleton label={t('Carregando a página')} />;
  return (
    <ErrorState
      title={t('Não foi possível carregar os primeiros passos')}
      text={errorText(steps.error)}
      onRetry={() => void steps.refetch()}
    />
  );
}

function Checklist({ view }: { view: FirstStepsView }) {
  const user = useUser();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<FirstDialog | null>(null);
  const close = useChangeSetting('firstSteps');
  const done = stepsDone(view);
  const all = isAllDone(view);
  const count = firstSteps.filter((step) => done[step]).length + 1;
  const total = firstSteps.length + 1;
  const leave = () => close.mutate('closed', { onSuccess: () => void navigate('/tickets'), onError: (error) => notifyError(error) });
  const { name, dueDate, trialExpiration } = user.company;
  return (
    <div className={css.page}>
      <div className={css.main}>
        <header className={css.head}>
          <h1 tabIndex={-1} data-page-title>
            {all && <IconCircleCheck size={26} aria-hidden />}
            {all ? t('Tudo pronto para atender') : greeting(user.name, name)}
          </h1>
          <p>
            {all
              ? t('Os passos ficam aqui até você fechar este quadro.')
              : t('Leva uns 5 minutos. Pode sair e voltar: cada passo fica guardado.')}
          </p>
        </header>
        <section className={css.card} aria-label={t('Primeiros passos')}>
          <div className={css.progress}>
            <ProgressBar label={t('Passos feitos')} share={count / total} detail={t('{{n}} de {{total}}', { n: count, total })} />
          </div>
          <ol>
            <Step
              number={1}
              state="done"
              title={t('Conta criada')}
              text={trialExpiration && dueDate ? t('{{name}} · teste grátis até {{date}}', { name, date: formatDate(dueDate) }) : name}
            />
            <NumberStep view={view} state={stateOf(view, 'number')} onDialog={setDialog} />
            <AnswerStep view={view} state={stateOf(view, 'answer')} />
            <Step
              number={4}
              state={stateOf(view, 'people')}
              title={done.people ? t('Equipe chamada') : t('Chamar a equipe')}
              text={
                done.people
                  ? t('{{n}} pessoas podem entrar.', { n: view.users })
                  : t('Cada pessoa entra com seu e-mail e sua senha. Ou siga só você.')
              }
              action={
                <Button variant="default" size="sm" onClick={() => setDialog({ kind: 'user' })}>
                  {t('Adicionar pessoa')}
                </Button>
              }
            />
            <Step
              number={5}
              state={stateOf(view, 'queue')}
              title={done.queue ? t('Fila criada') : t('Criar uma fila')}
              text={done.queue ? view.queues.join(', ') : t('Vendas, Assistência… Para começar, não precisa.')}
              action={
                <Button component={Link} to="/queues" variant="default" size="sm">
                  {t('Criar fila')}
                </Button>
              }
            />
          </ol>
          <footer className={css.foot}>
            {all ? (
              <Button component={Link} to="/tickets" leftSection={<IconBrandWhatsapp size={18} />}>
                {t('Abrir os atendimentos')}
              </Button>
            ) : (
              <>
                <span>{t('Sem pressa?')}</span>
                <Link to="/tickets">{t('Ir para os atendimentos')}</Link>
              </>
            )}
            {wantsFirstSteps(user) && (
              <Button variant="subtle" size="sm" loading={close.isPending} onClick={leave}>
                {t('Fechar este quadro')}
              </Button>
            )}
          </footer>
        </section>
      </div>
      <FirstCustomer view={view} customer={customer} company={name} />
      <FirstStepsDialogs dialog={dialog} onDialog={setDialog} isFirst={view.connection === null} />
    </div>
  );
}

function NumberStep({
  view,
  state,
  onDialog,
}: {
  view: FirstStepsView;
  state: StepProps['state'];
  onDialog: (dialog: FirstDialog) => void;
}) {
  const [channel, setChannel] = useState<ConnectionChannel>('simulator');
  const create = useCreateSimulator();
  const write = useSimulateFirst(customer);
  const { connection } = view;
  const body = t('Oi! Vocês entregam no sábado?');
  const begin = () => {
    if (channel !== 'simulator') return onDialog({ kind: 'connect', channel });
    create.mutate(t('Número de teste'), {
      onSuccess: ({ id }) => write.mutate({ whatsappId: id, body }, { onError: (error) => notifyError(error) }),
      onError: (error) => notifyError(error),
    });
  };
  if (connection === null) {
    return (
      <Step
        number={2}
        state={state}
        title={t('Ligar um número')}
        text={t('Escolha como quer começar. Dá para trocar depois sem perder conversas.')}
      >
        <NumberChoice value={channel} onChange={setChannel} />
        <div className={css.go}>
          <Button
            leftSection={channel === 'simulator' ? <IconFlask size={18} /> : <IconBrandWhatsapp size={18} />}
            loading={create.isPending || write.isPending}
            onClick={begin}
          >
            {channel === 'simulator' ? t('Usar número de teste') : t('Ligar este número')}
          </Button>
        </div>
      </Step>
    );
  }
  const isTest = connection.channel === 'simulator';
  const connected = connection.status === 'CONNECTED';
  return (
    <Step
      number={2}
      state={state}
      title={connected ? (isTest ? t('Número de teste ligado') : t('Número ligado')) : t('Ligar um número')}
      text={
        isTest
          ? t('Ligue o WhatsApp da loja quando quiser.')
          : connected
            ? connection.name
            : t('{{name}} ainda não está no ar.', { name: connection.name })
      }
      action={
        isTest ? (
          <Button variant="default" size="sm" onClick={() => onDialog({ kind: 'connect', channel: 'whatsapp_web' })}>
            {t('Ligar o da loja')}
          </Button>
        ) : (
          !connected && (
            <Button component={Link} to="/connections" variant="default" size="sm">
              {t('Ver a conexão')}
            </Button>
          )
        )
      }
    />
  );
}

function AnswerStep({ view, state }: { view: FirstStepsView; state: StepProps['state'] }) {
  const navigate = useNavigate();
  const { accept } = useTicketActions();
  const [busy, setBusy] = useState(false);
  const { answered, waiting, connection } = view;
  const { ticket } = useTicket(answered ? undefined : waiting?.uuid);
  const write = useSimulateFirst(customer);
  const answer = async () => {
    if (!ticket) return;
    setBusy(true);
    const open = ticket.status === 'pending' ? await accept(ticket) : ticket;
    setBusy(false);
    if (open) void navigate(`/tickets/${open.uuid}`);
  };
  if (answered) {
    return (
      <Step
        number={3}
        state={state}
        title={t('Primeira mensagem respondida')}
        text={t('Em {{time}}. Está em Atendimentos.', { time: took(answered.seconds) })}
      />
    );
  }
  const isTest = connection?.channel === 'simulator' && connection.status === 'CONNECTED';
  return (
    <Step
      number={3}
      state={state}
      title={t('Responder a primeira mensagem')}
      text={
        waiting
          ? t('{{name}} escreveu: {{text}}', { name: waiting.contactName, text: waiting.lastMessage })
          : t('Ela chega assim que o número estiver ligado.')
      }
      action={
        waiting ? (
          <Button size="sm" loading={busy} disabled={!ticket} onClick={() => void answer()}>
            {t('Responder')}
          </Button>
        ) : (
          isTest && (
            <Button
              size="sm"
              loading={write.isPending}
              onClick={() =>
                write.mutate(
                  { whatsappId: connection.id, body: t('Oi! Vocês entregam no sábado?') },
                  { onError: (error) => notifyError(error) },
                )
              }
            >
              {t('Receber uma mensagem de teste')}
            </Button>
          )
        )
      }
    />
  );
}

function stateOf(view: FirstStepsView, step: (typeof firstSteps)[number]): StepProps['state'] {
  if (stepsDone(view)[step]) return 'done';
  return stepNow(view) === step ? 'now' : 'later';
}

/** Who signed up alone is called as the company is, which is no name to greet. */
function greeting(person: string, company: string): string {
  const [first = ''] = person.split(' ');
  return person === company ? t('Vamos deixar o Balcão pronto') : t('{{name}}, vamos deixar o Balcão pronto', { name: first });
}

function took(seconds: number): string {
  return seconds < 120 ? t('{{count}} segundos', { count: seconds }) : t('{{n}} minutos', { n: Math.round(seconds / 60) });
}
