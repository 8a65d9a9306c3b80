import { helpPerMinute } from '@balcao/contract/inbox-help-rules';
import type { MessageView } from '@balcao/contract/messages';
import type { Outside } from '../../../../platform/context.ts';
import { reading } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { limitEach } from '../../../../platform/limit.ts';
import { countOwnCall } from '../../../company/system/actions.ts';
import { readableMessage, viewMessage } from '../../../desk/messages/reads.ts';
import { transcribeFile } from '../../transcripts/actions.ts';
import { patienceMs } from '../rules.ts';
import { calling, lineFor } from './provider.ts';

/** Two people who ask for the same message pay once. */
const oneByOne = limitEach<number>(1);

/**
 * The message with its words, which whoever sees it is shown from now on. One that has them is answered as it is. ERR_NO_MESSAGE_FOUND,
 * ERR_NO_PERMISSION where its ticket must be accepted first, ERR_TOO_MANY_REQUESTS; ERR_ASSISTANT_FAILED (reason: audio) if there is no voice;
 * and as `lineFor` and `calling`.
 */
export function transcribeMessage(ctx: Outside, messageId: number): Promise<MessageView> {
  return oneByOne(messageId, async () => {
    const { known, key, line } = await reading(ctx, async (ctx) => {
      const row = await readableMessage(ctx, messageId);
      if (row.transcript) return { known: viewMessage(ctx, row), key: null, line: null };
      const isVoice = row.media_type === 'audio' && row.media_state === 'ready' && !row.is_deleted;
      const line = await lineFor(ctx, 'transcribe');
      return { known: null, key: isVoice ? row.media_key : null, line };
    });
    if (known) return known;
    if (key === null || line === null) throw new AppError('ERR_ASSISTANT_FAILED', { reason: 'audio' });
    await countOwnCall(ctx, 'help in the inbox', helpPerMinute);
    const { provider, row } = line;
    await calling(ctx, () =>
      transcribeFile(ctx, { messageId, key }, { provider, model: row.transcription_model, timeoutMs: patienceMs.audio }),
    );
    return reading(ctx, async (ctx) => viewMessage(ctx, await readableMessage(ctx, messageId)));
  });
}
