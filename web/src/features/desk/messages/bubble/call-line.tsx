import { ringingMaxMs } from '@balcao/contract/message-rules';
import type { MessageView } from '@balcao/contract/messages';
import { IconPhone, IconPhoneCall, IconPhoneOff, IconPhoneX, IconVideo, IconVideoOff } from '@tabler/icons-react';
import { useNow } from '../../../../platform/clock.ts';
import css from './bubble.module.css';
import { callText } from './message-text.ts';

type Outcome = NonNullable<MessageView['call']>['outcome'];

const voiceIcons: Record<Outcome, typeof IconPhone> = {
  ringing: IconPhoneCall,
  answered: IconPhone,
  missed: IconPhoneX,
  rejected: IconPhoneOff,
};
const videoIcons: Record<Outcome, typeof IconPhone> = {
  ringing: IconVideo,
  answered: IconVideo,
  missed: IconVideoOff,
  rejected: IconVideoOff,
};

/** A call as a line of the conversation. If its end was never reported, it counts as missed. */
export function CallLine({ message }: { message: MessageView }) {
  const now = useNow();
  const call = message.call ?? { video: false, outcome: 'missed' };
  const over = call.outcome === 'ringing' && now - new Date(message.createdAt).getTime() > ringingMaxMs;
  const outcome = over ? 'missed' : call.outcome;
  const Icon = (call.video ? videoIcons : voiceIcons)[outcome];
  return (
    <span className={css.line} data-call={outcome}>
      <Icon size={18} aria-hidden />
      {callText({ ...call, outcome })}
    </span>
  );
}
