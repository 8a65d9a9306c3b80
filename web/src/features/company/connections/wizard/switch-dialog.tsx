import type { ConnectionDetail } from '@balcao/contract/connections';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useConnection } from '../../../../data/connections/queries.ts';
import { t } from '../../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../../platform/toast.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { LoadingDialog } from '../../../../ui/dialog/loading-dialog.tsx';
import { CloudFields } from '../form/cloud-fields.tsx';
import { type ConnectionValues, cloudBody, connectionRules, connectionValues } from '../form/connection-form.ts';
import { useSession, useSwitchChannel } from '../mutations.ts';
import { CloudGuide } from './cloud-guide.tsx';
import css from './switch-dialog.module.css';

export type SwitchDialogProps = {
  whatsappId: number;
  onClose: () => void;
  /** The number is now on WhatsApp Web, so its phone has to be linked. */
  onLink: () => void;
};

/** Moves a number between WhatsApp Web and the Cloud API. Says what stays, what changes and what is needed. */
export function SwitchDialog({ whatsappId, onClose, onLink }: SwitchDialogProps) {
  const connection = useConnection(whatsappId);
  const [target, setTarget] = useState<Target | null>(null);
  const [verifyToken, setVerifyToken] = useState('');
  const [guided, setGuided] = useState(false);
  // The target is fixed when the dialog opens, because switching changes the connection's channel.
  if (!target && connection.data) setTarget(connection.data.channel === 'whatsapp_web' ? 'whatsapp_cloud' : 'whatsapp_web');
  const onCloud = (typed: string) => {
    if (typed) setVerifyToken(typed);
    setGuided(true);
  };
  if (guided) return <Guide whatsappId={whatsappId} verifyToken={verifyToken} onClose={onClose} onBack={() => setGuided(false)} />;
  if (connection.data && target)
    return <SwitchForm connection={connection.data} target={target} onClose={onClose} onCloud={onCloud} onLink={onLink} />;
  return (
    <LoadingDialog
      title={t('Trocar a forma de conexão')}
      width={640}
      onClose={onClose}
      error={connection.error}
      retry={() => void connection.refetch()}
      errorTitle={t('Não foi possível abrir a conexão')}
      label={t('Carregando a conexão')}
    />
  );
}

type Target = 'whatsapp_web' | 'whatsapp_cloud';
type SwitchFormProps = {
  connection: ConnectionDetail;
  target: Target;
  onClose: () => void;
  onCloud: (verifyToken: string) => void;
  onLink: () => void;
};

function SwitchForm({ connection, target, onClose, onCloud, onLink }: SwitchFormProps) {
  const [before] = useState(connection);
  const done = useRef(false);
  const change = useSwitchChannel();
  const toCloud = target === 'whatsapp_cloud';
  const stored = before.cloud?.configured ?? false;
  const form = useForm<ConnectionValues>({
    initialValues: connectionValues(before),
    validate: connectionRules(toCloud ? (stored ? 'stored' : 'missing') : 'none'),
  });
  const onSave = async (values: ConnectionValues) => {
    await change.mutateAsync({ whatsappId: before.id, channel: target, ...(toCloud && { cloud: cloudBody(values) }) });
    toastSuccess(t('Forma de conexão trocada.'), toastLife.administration);
    done.current = true;
  };
  // Called after a save as well as when the person leaves.
  const onFormClose = () => {
    if (!done.current) onClose();
    else if (toCloud) onCloud(form.getValues().verifyToken);
    else onLink();
  };
  return (
    <FormDialog
      opened
      onClose={onFormClose}
      title={t('Trocar a forma de conexão de {{name}}', { name: before.name })}
      form={form}
      onSave={onSave}
      saveLabel={toCloud ? t('Trocar para a Cloud API') : t('Trocar para o WhatsApp Web')}
      width={640}
    >
      {before.channel !== target && <Consequences toCloud={toCloud} />}
      {toCloud && <CloudFields form={form} stored={stored} />}
    </FormDialog>
  );
}

function Consequences({ toCloud }: { toCloud: boolean }) {
  const happens = toCloud
    ? [
        t('O celular deixa de servir a esta conexão, e ela sai dos aparelhos conectados dele.'),
        t('O número precisa estar registrado na Cloud API, no painel da Meta. Enquanto estiver em uso no aplicativo, a Meta não o aceita.'),
        t('Depois de 24 horas sem mensagem do cliente, só dá para escrever quando ele escrever de novo.'),
        t('Grupos não existem na Cloud API: as conversas deles ficam guardadas, sem mensagens novas.'),
      ]
    : [
        t('As credenciais da Meta guardadas aqui são apagadas.'),
        t('Um celular com este número precisa ser ligado por QR Code ou código. Até lá, nada chega nem sai.'),
        t('O WhatsApp Web não é uma conexão oficial: muitas mensagens a desconhecidos podem levar a um bloqueio.'),
      ];
  return (
    <div className={css.consequences}>
      <section>
        <h3>{t('O que fica')}</h3>
        <ul>
          {[t('Contatos, atendimentos e todo o histórico.'), t('Filas, mensagens automáticas, tempos e o token da API.')].map((text) => (
            <li key={text} data-stays>
              <IconCircleCheck size={18} aria-hidden />
              {text}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t('O que acontece')}</h3>
        <ul>
          {happens.map((text) => (
            <li key={text}>
              <IconInfoCircle size={18} aria-hidden />
              {text}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

type GuideProps = { whatsappId: number; verifyToken: string; onClose: () => void; onBack: () => void };

function Guide({ whatsappId, verifyToken, onClose, onBack }: GuideProps) {
  const connection = useConnection(whatsappId);
  const session = useSession();
  if (!connection.data) return null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Ligar {{name}} à Meta', { name: connection.data.name })}
      width={640}
      foot={<Button onClick={onClose}>{t('Concluir')}</Button>}
    >
      <CloudGuide
        connection={connection.data}
        verifyToken={verifyToken}
        testing={session.isPending}
        testError={session.error}
        onTest={() => session.mutate({ whatsappId, verb: 'start' })}
        onEditCredentials={onBack}
      />
    </Dialog>
  );
}
