// Assistants as people meet them: set up, answering, silent beside a person; and the model that helps that person write.
import { fakeKey, startFakeModels } from '../server/test/fake-models.ts';
import { givenWaiting } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, look } from './looks.ts';
import { fileOf } from './media.ts';

test('an assistant answers until a person does, whom the model then helps; nothing is sent without that person', async ({ desk, open }) => {
  test.setTimeout(240_000);
  const models = await startFakeModels();
  try {
    const page = await open(desk.admin, '/prompts', look());
    await page.getByRole('button', { name: 'Adicionar prompt' }).first().click();
    const adding = page.getByRole('dialog', { name: 'Adicionar prompt' });
    await adding.getByRole('textbox', { name: 'Nome' }).fill('Clara, a atendente');
    await adding.getByRole('combobox', { name: 'Setor' }).click();
    await page.getByRole('option', { name: 'Vendas' }).click();
    const instructions = 'Você atende os clientes da loja com cordialidade e sem prometer descontos nem prazos.';
    await adding.getByRole('textbox', { name: 'Prompt' }).fill(instructions);
    await adding.getByRole('textbox', { name: 'Chave da API' }).fill(fakeKey);
    await adding.getByRole('textbox', { name: 'Endereço do provedor' }).fill(models.url);
    await adding.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Clara, a atendente' })).toBeVisible();

    // Off by default, and useless without a key.
    const line = page.getByRole('region', { name: 'Ajuda da IA na conversa' });
    await expect(line.getByText(/^Desligada/)).toBeVisible();
    await line.getByRole('button', { name: 'Ligar' }).click();
    const help = page.getByRole('dialog', { name: 'Ajuda da IA na conversa' });
    await expect(help.getByRole('switch', { name: 'Ligar a ajuda para quem atende' })).toBeChecked();
    await help.getByRole('button', { name: 'Salvar' }).click();
    await expect(help.getByText('Obrigatório')).toBeVisible();
    await help.getByRole('textbox', { name: 'Chave da API' }).fill(fakeKey);
    await help.getByRole('textbox', { name: 'Endereço do provedor' }).fill(models.url);
    await examine(page, 'assistant-help-settings', { on: ['wide', 'phone'] });
    await help.getByRole('button', { name: 'Salvar' }).click();
    await expect(line.getByText(/^Ligada: resumir/)).toBeVisible();

    // A person gives the conversation to the assistant; the others see at once who answers.
    const lia = desk.customer('Lia Ramos');
    await lia.text('Good morning, is the sofa in stock?');
    const { uuid } = await givenWaiting(desk, lia);
    const ana = await open(desk.ana, `/tickets/${uuid}`, look());
    await page.goto(new URL(`/tickets/${uuid}`, page.url()).href);
    await ana.getByRole('button', { name: 'Mais ações' }).click();
    await ana.getByRole('menuitem', { name: 'Passar para um assistente' }).click();
    await ana.getByRole('dialog', { name: 'Passar para um assistente' }).getByRole('button', { name: 'Clara, a atendente' }).click();
    const answering = 'Clara, a atendente está respondendo esta conversa';
    await expect(ana.getByText(answering)).toBeVisible();
    await expect(page.getByText(answering)).toBeVisible();
    models.answers.push('Yes, we have it in blue.');
    await lia.text('In blue?');
    await expect(page.getByText('Yes, we have it in blue.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Silenciar' }).click();
    await expect(ana.getByText('Clara, a atendente está em silêncio até o próximo atendimento')).toBeVisible();
    await ana.getByRole('button', { name: 'Retomar' }).click();
    await expect(page.getByText(answering)).toBeVisible();
    await examine(page, 'assistant-answers', { on: ['wide', 'phone'] });

    // Whoever accepts makes it silent.
    await ana.getByRole('button', { name: 'Aceitar' }).last().click();
    await expect(page.getByText('Clara, a atendente está em silêncio enquanto uma pessoa atende')).toBeVisible();
    const asked = models.asked.length;
    await lia.voice(await fileOf('voice-short'));

    const talk = ana.getByRole('region', { name: 'Conversa com Lia Ramos' });
    await talk.getByRole('button', { name: 'Transcrever' }).click();
    await expect(talk.getByText('“Qual é o horário?”')).toBeVisible();
    // The others see it too.
    await expect(page.getByText('“Qual é o horário?”')).toBeVisible();
    await talk.getByRole('button', { name: 'Ocultar transcrição' }).click();
    await expect(talk.getByText('“Qual é o horário?”')).toBeHidden();
    await talk.getByRole('button', { name: 'Ver transcrição' }).click();

    const bubble = talk.getByRole('article').filter({ hasText: 'In blue?' });
    models.answers.push('Em azul?');
    await bubble.hover();
    await bubble.getByRole('button', { name: 'Mais sobre esta mensagem' }).click();
    await ana.getByRole('menuitem', { name: 'Traduzir' }).click();
    await expect(bubble.getByText('Em azul?')).toBeVisible();

    const field = talk.getByRole('textbox', { name: 'Mensagem' });
    await field.fill('oi, tem sim');
    await talk.getByRole('button', { name: 'Ajuda da IA' }).click();
    const panel = ana.getByRole('dialog', { name: 'Ajuda da IA' });
    await expect(panel.getByText(/^Vai para 127\.0\.0\.1/)).toBeVisible();
    await examine(ana, 'assistant-help', { on: ['wide', 'phone'] });
    await ana.setViewportSize({ width: 1440, height: 900 });
    models.answers.push({ status: 429, code: 'insufficient_quota' }, 'Bom dia! Temos, sim.');
    await panel.getByRole('button', { name: 'Mais formal' }).click();
    await expect(panel.getByText('A conta no provedor está sem saldo.')).toBeVisible();
    await panel.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(panel.getByText('Bom dia! Temos, sim.')).toBeVisible();
    await panel.getByText(/^Enviado a 127\.0\.0\.1/).click();
    await expect(panel.getByText('{"texto":"oi, tem sim"}')).toBeVisible();
    await examine(ana, 'assistant-help-answer', { on: ['wide', 'phone'] });
    await ana.setViewportSize({ width: 1440, height: 900 });
    await panel.getByRole('button', { name: 'Usar no texto' }).click();
    await expect(field).toHaveValue('Bom dia! Temos, sim.');
    await ana.getByRole('button', { name: 'Desfazer' }).click();
    await expect(field).toHaveValue('oi, tem sim');

    await talk.getByRole('button', { name: 'Ajuda da IA' }).click();
    models.answers.push('Cliente quer o sofá em azul.');
    await panel.getByRole('button', { name: 'Resumir a conversa' }).click();
    await expect(panel.getByText('Cliente quer o sofá em azul.')).toBeVisible();
    await ana.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    // The customer heard the assistant, and nothing of the help.
    const bodies = (await desk.ana.call('GET /messages/:ticketId', { params: { ticketId: await ticketOf() } })).messages;
    expect(bodies.filter(({ fromMe }) => fromMe).map(({ body }) => body)).toEqual(['Yes, we have it in blue.']);
    expect(models.asked.length).toBe(asked + 5);
    async function ticketOf() {
      return (await desk.ana.call('GET /tickets/u/:ticketUuid', { params: { ticketUuid: uuid } })).id;
    }
  } finally {
    await models.close();
  }
});
