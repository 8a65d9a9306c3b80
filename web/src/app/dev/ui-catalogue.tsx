import { Button, Checkbox, Select, Switch, Tabs, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  IconCircleCheck,
  IconPencil,
  IconPlugConnectedX,
  IconPlus,
  IconQrcode,
  IconSitemap,
  IconTrash,
  IconWifiOff,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { showToast, toastSuccess, toastUndo } from '../../platform/toast.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SidePanel } from '../../ui/dialog/side-panel.tsx';
import { ColorPalette } from '../../ui/fields/color-palette.tsx';
import { PhoneInput } from '../../ui/fields/phone-input.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { VirtualList } from '../../ui/list/virtual-list.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Mark } from '../../ui/marks/mark.tsx';
import { ProgressBar } from '../../ui/marks/progress-bar.tsx';
import { CountBadge, StatusChip } from '../../ui/marks/status-chip.tsx';
import { Banner } from '../../ui/page/banner.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { Card, Page, PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ListSkeleton } from '../../ui/page/skeleton.tsx';
import { Kbd } from '../../ui/text/kbd.tsx';
import { ThemeToggle } from '../theme-toggle.tsx';
import css from './ui-catalogue.module.css';

const rows = [
  { id: 1, name: 'Vendas', note: 'Olá! Você falou com Vendas', color: '#2f6fde', options: 3 },
  { id: 2, name: 'Assistência', note: 'Aqui é a Assistência', color: '#c9415b', options: 7 },
  { id: 3, name: 'Financeiro', note: 'Boletos, notas e pagamentos.', color: '#8450bd', options: 5 },
];
const many = Array.from({ length: 10_000 }, (_, index) => ({ id: index + 1, name: `Cliente ${index + 1}` }));
const columns = [
  {
    id: 'name',
    header: 'Nome',
    lead: true,
    cell: (row: (typeof rows)[number]) => (
      <TwoLines before={<Mark color={row.color} name="" look="plain" />} first={row.name} second={row.note} />
    ),
  },
  { id: 'options', header: 'Opções', align: 'end' as const, cell: (row: (typeof rows)[number]) => row.options },
];

/** Every part in all its states, for development only. */
export function UiCatalogue() {
  const [search, setSearch] = useState('');
  const [phone, setPhone] = useState('');
  const [color, setColor] = useState('#2f6fde');
  const [panel, setPanel] = useState(false);
  const [dialog, setDialog] = useState(false);
  const [selected, setSelected] = useState<number | null>(2);
  const actions = () => [
    { label: 'Editar', icon: <IconPencil size={18} />, onClick: () => setDialog(true) },
    { label: 'Excluir', icon: <IconTrash size={18} />, danger: true, onClick: () => void confirmDelete('Excluir Vendas?') },
  ];
  return (
    <main className={css.catalogue}>
      <Page>
        <PageHeader
          title="Peças"
          count={1840}
          search={<SearchInput label="Buscar por nome" value={search} onSearch={setSearch} />}
          actions={
            <>
              <ThemeToggle />
              <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog(true)}>
                Adicionar
              </Button>
            </>
          }
        />
        <Banner tone="warn" icon={<IconWifiOff />} action={<button type="button">Tentar agora</button>}>
          <b>Sem conexão.</b> O que você escrever fica guardado.
        </Banner>
        <Banner tone="bad" icon={<IconPlugConnectedX />} action={<button type="button">Reconectar agora</button>}>
          <b>SAC está desconectado</b> e 28 mensagens esperam na fila.
        </Banner>
        <Banner tone="info">Há uma versão nova.</Banner>
        <div className={css.pair}>
          <Block title="Tabela">
            <DataTable
              label="Filas"
              columns={columns}
              list={{ rows, error: null, retry: () => undefined }}
              nameOf={(row) => row.name}
              actions={actions}
              onOpen={(row) => setSelected(row.id)}
              selectedId={selected}
              empty={null}
            />
          </Block>
          <Block title="Tabela carregando">
            <DataTable
              label="Filas"
              columns={columns}
              list={{ rows: undefined, error: null, retry: () => undefined }}
              nameOf={(row) => row.name}
              actions={actions}
              empty={null}
            />
          </Block>
          <Block title="Vazio que ensina">
            <Card>
              <EmptyState
                art={<IconSitemap />}
                title="Crie sua primeira fila"
                action={<Button leftSection={<IconPlus size={16} />}>Adicionar fila</Button>}
              >
                Filas separam as conversas por setor, como Vendas e Financeiro.
              </EmptyState>
            </Card>
          </Block>
          <Block title="Erro ao carregar">
            <Card>
              <ErrorState
                title="Não foi possível carregar as conversas"
                text="O servidor não respondeu em 20 s. Suas conversas estão guardadas."
                onRetry={() => undefined}
              />
            </Card>
          </Block>
          <Block title="Carregando a lista">
            <Card padded={false}>
              <ListSkeleton rows={3} label="Carregando" />
            </Card>
          </Block>
          <Block title="Lista de 10.000">
            <Card padded={false}>
              <div className={css.list}>
                <VirtualList
                  label="Clientes"
                  items={many}
                  keyOf={(item) => item.id}
                  estimate={48}
                  draw={(item) => (
                    <div className={css.item}>
                      <Avatar name={item.name} size="sm" /> {item.name}
                    </div>
                  )}
                />
              </div>
            </Card>
          </Block>
        </div>
        <Card title="Etiquetas, botões e campos">
          <div className={css.line}>
            <StatusChip tone="ok" icon={<IconCircleCheck />}>
              Conectado
            </StatusChip>
            <StatusChip tone="warn" icon={<IconQrcode />}>
              Aguardando QR Code
            </StatusChip>
            <StatusChip tone="info">Conectando</StatusChip>
            <StatusChip tone="bad" icon={<IconPlugConnectedX />}>
              Desconectado
            </StatusChip>
            <StatusChip tone="brand">Lida</StatusChip>
            <StatusChip tone="quiet">Inativa</StatusChip>
            <Mark color="#2f6fde" name="Vendas" />
            <Mark color="#c08a10" name="VIP" look="line" />
            <CountBadge count={12} /> <CountBadge count={24} quiet /> <CountBadge count={240} />
            <Avatar name="Helena Sampaio" size="xs" />
            <Avatar name="Otávio Brandão" size="sm" online />
            <Avatar name="Lívia Castelo" />
            <Avatar name="Yasmin Rocha" size="lg" />
            <Kbd keys="Ctrl K" />
            <CopyButton text="Balcão" label="Copiar" />
          </div>
          <div className={css.line}>
            <Button>Principal</Button>
            <Button variant="light">Suave</Button>
            <Button variant="default">Padrão</Button>
            <Button variant="subtle">Discreto</Button>
            <Button variant="outline" color="red" onClick={() => void confirmDelete('Excluir Vendas?')}>
              Excluir
            </Button>
            <Button color="red" variant="filled">
              Excluir
            </Button>
            <Button disabled>Desabilitado</Button>
            <Button loading>Salvando</Button>
            <Button size="sm" variant="default">
              Pequeno
            </Button>
            <IconButton label="Editar">
              <IconPencil size={18} />
            </IconButton>
            <IconButton label="Fixar" pressed>
              <IconPencil size={18} />
            </IconButton>
            <Switch label="Ligado" defaultChecked /> <Switch label="Desligado" /> <Checkbox label="Marcado" defaultChecked />
          </div>
          <div className={css.fields}>
            <TextInput label="Nome" placeholder="Ex.: Vendas" description="De 2 a 50 letras." />
            <TextInput label="Cor da fila" defaultValue="#2f6fde" error="A fila Vendas já usa esta cor. Escolha outra." />
            <PhoneInput label="Telefone" value={phone} onChange={setPhone} />
            <Select label="Plano" data={['Essencial', 'Completo']} defaultValue="Completo" />
            <Textarea label="Saudação" autosize minRows={2} defaultValue="Olá! Como podemos ajudar?" />
            <ColorPalette label="Cor" value={color} onChange={setColor} taken={['#c9415b', '#2f9249']} takenLabel="já usada" />
            <ProgressBar label="Importando clientes" share={0.71} detail="1.840 de 2.600" />
          </div>
          <Tabs defaultValue="a">
            <Tabs.List>
              <Tabs.Tab value="a">Dados da fila</Tabs.Tab>
              <Tabs.Tab value="b">Opções do chatbot</Tabs.Tab>
              <Tabs.Tab value="c">Horários</Tabs.Tab>
            </Tabs.List>
          </Tabs>
          <Section title="Observações" count={2} remember="catalogue">
            Prefere entrega de manhã.
          </Section>
          <div className={css.line}>
            <Button variant="default" onClick={() => toastSuccess('Fila salva', 3000)}>
              Aviso
            </Button>
            <Button variant="default" onClick={() => toastUndo('Conversa #4821 resolvida', 'Desfazer', () => undefined)}>
              Desfazer
            </Button>
            <Button
              variant="default"
              onClick={() =>
                showToast({
                  kind: 'error',
                  title: 'A mensagem não saiu',
                  text: 'Loja Centro está sem conexão. Guardamos o texto.',
                  actions: [{ label: 'Tentar de novo', onClick: () => undefined }],
                  lifeMs: 12_000,
                })
              }
            >
              Erro
            </Button>
            <Button variant="default" onClick={() => setPanel(true)}>
              Painel
            </Button>
          </div>
        </Card>
      </Page>
      <SidePanel opened={panel} onClose={() => setPanel(false)} title="Contato" foot={<Button>Salvar</Button>}>
        Dados do contato
      </SidePanel>
      {dialog && <ExampleDialog onClose={() => setDialog(false)} />}
    </main>
  );
}

function ExampleDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { name: '', greeting: '' },
    validate: { name: (value) => (value.length < 2 ? 'Muito curto!' : null) },
  });
  return (
    <FormDialog opened onClose={onClose} title="Adicionar fila" form={form} onSave={async () => toastSuccess('Fila salva', 3000)}>
      <TextInput label="Nome" data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Saudação" autosize minRows={3} {...form.getInputProps('greeting')} />
    </FormDialog>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.block}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}
