// Written by npm run db:dump from the migrated schema.
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text: the driver would send an array as a PostgreSQL array. */
export type Json = ColumnType<unknown, string, string>;
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;
export type GeneratedJson = ColumnType<unknown, string | undefined, string>;

/** Every table by its name. */
export interface DB {
  announcement_reads: AnnouncementReads;
  announcements: Announcements;
  api_keys: ApiKeys;
  assistant_usage: AssistantUsage;
  attendances: Attendances;
  audit_log: AuditLog;
  automation_firings: AutomationFirings;
  automations: Automations;
  campaign_news: CampaignNews;
  campaign_paces: CampaignPaces;
  campaign_progress: CampaignProgress;
  campaign_settings: CampaignSettings;
  campaign_shippings: CampaignShippings;
  campaign_tallies: CampaignTallies;
  campaigns: Campaigns;
  chat_files: ChatFiles;
  chat_members: ChatMembers;
  chat_messages: ChatMessages;
  chatbot_sessions: ChatbotSessions;
  chats: Chats;
  companies: Companies;
  configuration_revisions: ConfigurationRevisions;
  connection_gaps: ConnectionGaps;
  connection_health: ConnectionHealth;
  connection_queues: ConnectionQueues;
  connection_statuses: ConnectionStatuses;
  connections: Connections;
  contact_consents: ContactConsents;
  contact_fields: ContactFields;
  contact_identities: ContactIdentities;
  contact_list_items: ContactListItems;
  contact_lists: ContactLists;
  contact_merges: ContactMerges;
  contact_opt_outs: ContactOptOuts;
  contacts: Contacts;
  daily_figures: DailyFigures;
  drafts: Drafts;
  file_lists: FileLists;
  file_options: FileOptions;
  helps: Helps;
  import_errors: ImportErrors;
  import_rows: ImportRows;
  imports: Imports;
  inbound_events: InboundEvents;
  inbound_keys: InboundKeys;
  inbox_assistants: InboxAssistants;
  installation: Installation;
  integration_deliveries: IntegrationDeliveries;
  integration_sessions: IntegrationSessions;
  integrations: Integrations;
  invoices: Invoices;
  job_workers: JobWorkers;
  late_changes: LateChanges;
  mails: Mails;
  media_uploads: MediaUploads;
  message_edits: MessageEdits;
  message_external_ids: MessageExternalIds;
  message_outbox: MessageOutbox;
  message_reactions: MessageReactions;
  message_transcripts: MessageTranscripts;
  messages: Messages;
  notice_choices: NoticeChoices;
  notice_devices: NoticeDevices;
  panel_orders: PanelOrders;
  password_resets: PasswordResets;
  pings: Pings;
  pix_charges: PixCharges;
  pix_payments: PixPayments;
  plans: Plans;
  process_calls: ProcessCalls;
  prompts: Prompts;
  queue_options: QueueOptions;
  queue_turns: QueueTurns;
  queues: Queues;
  quick_messages: QuickMessages;
  recovery_codes: RecoveryCodes;
  schedule_paces: SchedulePaces;
  scheduled_messages: ScheduledMessages;
  schema_migrations: SchemaMigrations;
  second_factors: SecondFactors;
  sessions: Sessions;
  settings: Settings;
  shortcut_choices: ShortcutChoices;
  socket_attachments: SocketAttachments;
  tags: Tags;
  template_syncs: TemplateSyncs;
  templates: Templates;
  throttles: Throttles;
  ticket_followers: TicketFollowers;
  ticket_marks: TicketMarks;
  ticket_moves: TicketMoves;
  ticket_notes: TicketNotes;
  ticket_numbers: TicketNumbers;
  ticket_tags: TicketTags;
  ticket_views: TicketViews;
  tickets: Tickets;
  usage_meters: UsageMeters;
  user_queues: UserQueues;
  user_ratings: UserRatings;
  users: Users;
  web_session_keys: WebSessionKeys;
  web_sessions: WebSessions;
  web_stanzas: WebStanzas;
  webhook_deliveries: WebhookDeliveries;
  webhook_lines: WebhookLines;
  webhooks: Webhooks;
}

export interface AnnouncementReads {
  company_id: number;
  user_id: number;
  announcement_id: number;
  read_at: Generated<Date>;
}

export interface Announcements {
  company_id: number;
  id: Generated<number>;
  title: string;
  text: string;
  priority: Generated<number>;
  active: Generated<boolean>;
  media_key: string | null;
  media_name: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ApiKeys {
  company_id: number;
  id: Generated<number>;
  name: string;
  key_hash: Buffer;
  hint: string;
  scopes: string[];
  created_by: number | null;
  last_used_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface AssistantUsage {
  company_id: number;
  month: string;
  calls: Generated<number>;
  prompt_tokens: Generated<number>;
  completion_tokens: Generated<number>;
}

export interface Attendances {
  company_id: number;
  id: Generated<number>;
  ticket_id: number | null;
  contact_id: number;
  connection_id: number | null;
  queue_id: number | null;
  user_id: number | null;
  queued_at: Date;
  started_at: Date | null;
  first_response_at: Date | null;
  rating_asked_at: Date | null;
  rated_at: Date | null;
  rating: number | null;
  finished_at: Date | null;
}

export interface AuditLog {
  company_id: number;
  id: Generated<number>;
  at: Date;
  actor_id: number | null;
  actor_name: string | null;
  verb: string;
  subject: string | null;
  details: GeneratedJson;
  ip: string | null;
}

export interface AutomationFirings {
  company_id: number;
  id: Generated<number>;
  automation_id: number;
  ticket_id: number;
  fact_key: string;
  event: string;
  depth: number;
  outcome: 'fired' | 'depth' | 'limit' | 'unmatched';
  results: GeneratedJson;
  at: Date;
}

export interface Automations {
  company_id: number;
  id: Generated<number>;
  name: string;
  active: Generated<boolean>;
  position: number;
  event: string;
  minutes: number | null;
  match: Generated<'all' | 'any'>;
  conditions: GeneratedJson;
  actions: GeneratedJson;
  active_since: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface CampaignNews {
  id: Generated<number>;
  company_id: number;
  message_id: number;
}

export interface CampaignPaces {
  company_id: number;
  connection_id: number;
  next_at: Date | null;
  slow: Generated<number>;
  pause: string | null;
  pause_until: Date | null;
  judged_at: Date | null;
  health: NullableJson;
}

export interface CampaignProgress {
  company_id: number;
  campaign_id: number;
  at: Date;
  n: number;
}

export interface CampaignSettings {
  company_id: number;
  id: Generated<number>;
  key: string;
  value: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface CampaignShippings {
  company_id: number;
  id: Generated<number>;
  campaign_id: number;
  contact_id: number | null;
  name: string;
  number: string;
  email: Generated<string>;
  state: Generated<'waiting' | 'queued' | 'asking' | 'sent' | 'delivered' | 'read' | 'failed' | 'skipped'>;
  reason: string | null;
  variant: number | null;
  message: Generated<string>;
  confirmation_message: string | null;
  attempts: Generated<number>;
  message_id: number | null;
  due_at: Date | null;
  confirmation_requested_at: Date | null;
  confirmed_at: Date | null;
  sent_at: Date | null;
  delivered_at: Date | null;
  replied_at: Date | null;
  reply: string | null;
  created_at: Generated<Date>;
}

export interface CampaignTallies {
  company_id: number;
  campaign_id: number;
  variant: number;
  state: 'waiting' | 'queued' | 'asking' | 'sent' | 'delivered' | 'read' | 'failed' | 'skipped';
  replied: boolean;
  n: number;
}

export interface Campaigns {
  company_id: number;
  id: Generated<number>;
  name: string;
  status: Generated<'INATIVA' | 'PROGRAMADA' | 'EM_ANDAMENTO' | 'CANCELADA' | 'FINALIZADA'>;
  messages: Generated<string[]>;
  confirmation_messages: Generated<string[]>;
  confirmation: Generated<boolean>;
  only_open_hours: Generated<boolean>;
  scheduled_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  connection_id: number | null;
  contact_list_id: number | null;
  file_list_id: number | null;
  media_key: string | null;
  media_name: string | null;
  media_mime: string | null;
  media_size: number | null;
  planned_item_id: Generated<number>;
  planned_at: Date | null;
  planned: Generated<number>;
  planned_valid: Generated<number>;
  sent: Generated<number>;
  turn_at: Date | null;
  halt: string | null;
  halted_until: Date | null;
  overruled_until: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  template: NullableJson;
}

export interface ChatFiles {
  company_id: number;
  id: Generated<number>;
  chat_id: number;
  message_id: number;
  media_key: string;
  media_name: string;
  media_mime: string;
  media_size: number;
  thumb_key: string | null;
  width: number | null;
  height: number | null;
}

export interface ChatMembers {
  company_id: number;
  chat_id: number;
  user_id: number;
  unread: Generated<number>;
  joined_at: Generated<Date>;
}

export interface ChatMessages {
  company_id: number;
  id: Generated<number>;
  chat_id: number;
  sender_id: number;
  body: string;
  mentions: Generated<number[]>;
  client_key: string | null;
  created_at: Generated<Date>;
}

export interface ChatbotSessions {
  company_id: number;
  ticket_id: number;
  attendance_id: number;
  heard_id: number;
  state: Json;
  updated_at: Generated<Date>;
}

export interface Chats {
  company_id: number;
  id: Generated<number>;
  uuid: Generated<string>;
  title: string;
  owner_id: number;
  last_message: Generated<string>;
  revision: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface Companies {
  id: Generated<number>;
  name: string;
  email: string | null;
  phone: string | null;
  status: Generated<boolean>;
  plan_id: number | null;
  due_date: string | null;
  trial_expiration: string | null;
  recurrence: Generated<string>;
  schedules: GeneratedJson;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  holidays: GeneratedJson;
  billing_name: string | null;
  billing_document: string | null;
  address_zip_code: string | null;
  address_street: string | null;
  address_district: string | null;
  address_city: string | null;
  address_state: string | null;
  address_country: Generated<'BR' | 'usa'>;
  grace_days: Generated<number>;
  deleted_at: Date | null;
}

export interface ConfigurationRevisions {
  company_id: number;
  revision: string;
}

export interface ConnectionGaps {
  company_id: number;
  id: Generated<number>;
  connection_id: number;
  from_at: Date;
  to_at: Date | null;
  reason: string | null;
  state: 'open' | 'checking' | 'closed';
  recovered: Generated<number>;
  undecryptable: Generated<number>;
  incomplete: Generated<boolean>;
  checked_at: Date | null;
  recount_until: Date | null;
}

export interface ConnectionHealth {
  company_id: number;
  connection_id: number;
  restricted_until: Date | null;
  new_chats_used: number | null;
  new_chats_total: number | null;
  new_chats_reset_at: Date | null;
  limits_at: Date | null;
  pauses: Generated<number>;
  paused_until: Date | null;
  answers_restricted_until: Date | null;
}

export interface ConnectionQueues {
  company_id: number;
  connection_id: number;
  queue_id: number;
}

export interface ConnectionStatuses {
  company_id: number;
  id: Generated<number>;
  connection_id: number;
  at: Date;
  status: 'OPENING' | 'qrcode' | 'PAIRING' | 'CONNECTED' | 'TIMEOUT' | 'DISCONNECTED';
  reason: string | null;
}

export interface Connections {
  company_id: number;
  id: Generated<number>;
  name: string;
  channel: 'whatsapp_web' | 'whatsapp_cloud' | 'simulator';
  status: Generated<'OPENING' | 'qrcode' | 'PAIRING' | 'CONNECTED' | 'TIMEOUT' | 'DISCONNECTED'>;
  status_reason: string | null;
  qrcode: Generated<string>;
  retries: Generated<number>;
  number: string | null;
  is_default: Generated<boolean>;
  greeting_message: Generated<string>;
  complation_message: Generated<string>;
  out_of_hours_message: Generated<string>;
  rating_message: Generated<string>;
  token_hash: Buffer | null;
  provider: Generated<string>;
  expires_inactive_message: Generated<string>;
  expires_ticket: Generated<number>;
  time_use_bot_queues: Generated<number>;
  max_use_bot_queues: Generated<number>;
  time_to_transfer: number | null;
  transfer_queue_id: number | null;
  prompt_id: number | null;
  integration_id: number | null;
  schedules: GeneratedJson;
  webhook_key: string;
  cloud_phone_number_id: string | null;
  cloud_waba_id: string | null;
  cloud_secrets: Buffer | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
  pairing_code: Generated<string>;
  code_expires_at: Date | null;
  import_days: Generated<number>;
  import_pending_hours: Generated<number>;
  new_chats_held_until: Date | null;
  answers_held_until: Date | null;
}

export interface ContactConsents {
  company_id: number;
  id: Generated<number>;
  contact_id: number | null;
  number: Generated<string>;
  state: 'out' | 'in';
  words: Generated<string>;
  source: 'customer' | 'staff' | 'import';
  user_id: number | null;
  user_name: string | null;
  message_id: number | null;
  created_at: Generated<Date>;
}

export interface ContactFields {
  company_id: number;
  id: Generated<number>;
  contact_id: number;
  name: string;
  value: string;
}

export interface ContactIdentities {
  company_id: number;
  contact_id: number;
  kind: 'phone' | 'wa_pn' | 'wa_lid' | 'wa_bsuid' | 'username' | 'group';
  scope: Generated<string>;
  value: string;
  created_at: Generated<Date>;
}

export interface ContactListItems {
  company_id: number;
  id: Generated<number>;
  list_id: number;
  name: string;
  number: string;
  email: Generated<string>;
  validity: Generated<'unchecked' | 'valid' | 'invalid' | 'unverifiable'>;
  checked_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ContactLists {
  company_id: number;
  id: Generated<number>;
  name: string;
  filter: NullableJson;
  in_step: Generated<boolean>;
  synced_at: Date | null;
  sync_after: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ContactMerges {
  company_id: number;
  id: Generated<number>;
  contact_id: number;
  other_id: number;
  for_split: Json;
  user_id: number | null;
  user_name: string | null;
  created_at: Generated<Date>;
  split_at: Date | null;
  proof: NullableJson;
}

export interface ContactOptOuts {
  company_id: number;
  kind: 'phone' | 'wa_lid' | 'wa_bsuid';
  value: string;
  consent_id: number;
}

export interface Contacts {
  company_id: number;
  id: Generated<number>;
  uuid: Generated<string>;
  name: string;
  number: Generated<string>;
  email: Generated<string>;
  picture_key: string | null;
  is_group: Generated<boolean>;
  named: Generated<boolean>;
  connection_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  picture_checked_at: Date | null;
  name_key: string | null;
  number_tail: string | null;
  campaign_at: Date | null;
  language: Generated<string>;
  birthday: string | null;
  blocked_at: Date | null;
  search_key: string | null;
}

export interface DailyFigures {
  company_id: number;
  kind: 'added' | 'queued' | 'finished';
  day: string;
  time_zone: string;
  begins: Date;
  until: Date;
  sums: Json;
  times: NullableJson;
  times_by_queue: NullableJson;
  times_by_connection: NullableJson;
}

export interface Drafts {
  company_id: number;
  user_id: number;
  ticket_id: number;
  kind: 'message' | 'note';
  text: string;
  written_at: Date;
}

export interface FileLists {
  company_id: number;
  id: Generated<number>;
  user_id: number | null;
  name: string;
  message: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface FileOptions {
  company_id: number;
  id: Generated<number>;
  list_id: number;
  position: number;
  name: string;
  media_key: string | null;
  media_name: string | null;
  media_mime: string | null;
  media_size: number | null;
}

export interface Helps {
  id: Generated<number>;
  title: string;
  description: string;
  video: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ImportErrors {
  company_id: number;
  import_id: number;
  row: number;
  name: string;
  number: string;
  email: string;
  code: string;
  contact_id: number | null;
  fields: GeneratedJson;
}

export interface ImportRows {
  company_id: number;
  import_id: number;
  row: number;
  name: string;
  number: string;
  email: string;
  fields: Json;
  refusal: string | null;
}

export interface Imports {
  company_id: number;
  id: Generated<number>;
  user_id: number | null;
  file_key: string;
  file_name: string;
  mapping: Json;
  status: Generated<'waiting' | 'running' | 'done' | 'failed'>;
  total: number | null;
  processed: Generated<number>;
  created: Generated<number>;
  duplicates: Generated<number>;
  invalid: Generated<number>;
  error: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  finished_at: Date | null;
  sheet_read: Generated<boolean>;
  kind: Generated<'contacts' | 'list' | 'consents'>;
  list_id: number | null;
}

export interface InboundEvents {
  company_id: number;
  connection_id: number;
  key: string;
  payload: NullableJson;
  received_at: Date;
  processed_at: Date | null;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  error: string | null;
}

export interface InboundKeys {
  company_id: number;
  key: string;
  received_on: string;
}

export interface InboxAssistants {
  company_id: number;
  enabled: Generated<boolean>;
  base_url: string | null;
  api_key: Buffer | null;
  model: string;
  transcription_model: string;
  long_tokens_field: Generated<boolean>;
  no_temperature: Generated<boolean>;
  updated_at: Generated<Date>;
  tasks: Generated<string[]>;
}

export interface Installation {
  id: Generated<boolean>;
  sign_up: Generated<boolean>;
  operators_second_factor: Generated<boolean>;
  standing_day: string | null;
}

export interface IntegrationDeliveries {
  company_id: number;
  id: Generated<number>;
  integration_id: number;
  ticket_id: number | null;
  attendance_id: number;
  message_id: number;
  contact_name: string;
  event_id: string;
  state: Generated<'waiting' | 'answering' | 'done' | 'failed' | 'dropped'>;
  attempts: Generated<number>;
  sent_again: Generated<boolean>;
  payload: Json;
  status: number | null;
  reason: string | null;
  detail: Generated<string>;
  answered: Generated<string>;
  reply: NullableJson;
  said: Generated<number>;
  duration_ms: number | null;
  next_try_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface IntegrationSessions {
  company_id: number;
  ticket_id: number;
  integration_id: number;
  attendance_id: number;
  session: string | null;
  choices: GeneratedJson;
  spoken_at: Generated<Date>;
}

export interface Integrations {
  company_id: number;
  id: Generated<number>;
  type: 'dialogflow' | 'n8n' | 'webhook' | 'typebot';
  name: string;
  project_name: Generated<string>;
  service_account: Buffer | null;
  secret: Buffer | null;
  url: Generated<string>;
  language: Generated<'pt-BR' | 'en' | 'es'>;
  slug: Generated<string>;
  expires: Generated<number>;
  delay: Generated<number>;
  keyword_finish: Generated<string>;
  keyword_restart: Generated<string>;
  unknown_message: Generated<string>;
  restart_message: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface Invoices {
  company_id: number;
  id: Generated<number>;
  due_date: string;
  detail: string;
  plan_id: number;
  recurrence: 'MENSAL' | 'BIMESTRAL' | 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL';
  value_cents: number;
  status: Generated<'open' | 'paid' | 'cancelled'>;
  paid_at: Date | null;
  renewed_to: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface JobWorkers {
  worker_id: string;
  process_id: number;
}

export interface LateChanges {
  company_id: number;
  id: Generated<number>;
  kind: 'added' | 'queued' | 'finished';
  at: Date;
  noted_at: Generated<Date>;
}

export interface Mails {
  company_id: number;
  id: Generated<number>;
  recipient: string;
  subject: string;
  content: Buffer | null;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  reason: string | null;
  attempts: Generated<number>;
  try_at: Date;
  expires_at: Date;
  created_at: Generated<Date>;
  sent_at: Date | null;
}

export interface MediaUploads {
  company_id: number;
  connection_id: number;
  media_key: string;
  provider_id: string;
  forgotten_at: Date;
}

export interface MessageEdits {
  company_id: number;
  message_id: number;
  at: Date;
  body: string;
}

export interface MessageExternalIds {
  company_id: number;
  connection_id: number;
  external_id: string;
  message_id: number;
}

export interface MessageOutbox {
  company_id: number;
  message_id: number;
  connection_id: number;
  contact_id: number;
  state: Generated<'queued' | 'sending'>;
  attempts: Generated<number>;
  lease_until: Date | null;
  next_attempt_at: Date | null;
  reason: string | null;
  created_at: Date;
  updated_at: Date;
  overrules: Generated<boolean>;
}

export interface MessageReactions {
  company_id: number;
  message_id: number;
  from_me: boolean;
  emoji: string;
  at: Date;
  author: Generated<string>;
  author_name: string | null;
}

export interface MessageTranscripts {
  company_id: number;
  message_id: number;
  body: string;
  created_at: Generated<Date>;
}

export interface Messages {
  company_id: number;
  id: Generated<number>;
  ticket_id: number;
  contact_id: number;
  connection_id: number;
  from_me: boolean;
  external_id: string | null;
  client_key: string | null;
  user_id: number | null;
  participant_name: string | null;
  body: Generated<string>;
  media_type: 'conversation' | 'image' | 'video' | 'audio' | 'application' | 'sticker' | 'locationMessage' | 'vcard' | 'call_log' | 'unsupported';
  state: 'received' | 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed';
  ack: Generated<number>;
  is_read: Generated<boolean>;
  fail_reason: string | null;
  media_state: Generated<'none' | 'pending' | 'ready' | 'failed'>;
  media_ref: NullableJson;
  media_key: string | null;
  media_name: string | null;
  media_mime: string | null;
  media_size: number | null;
  thumb_key: string | null;
  playable_key: string | null;
  width: number | null;
  height: number | null;
  duration: number | null;
  waveform: NullableJson;
  is_voice: Generated<boolean>;
  location: NullableJson;
  cards: NullableJson;
  is_deleted: Generated<boolean>;
  is_edited: Generated<boolean>;
  is_forwarded: Generated<boolean>;
  quoted_id: number | null;
  quoted_external_id: string | null;
  sent_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  automatic: string | null;
  choices: NullableJson;
  participant: string | null;
  call: NullableJson;
  mentions: NullableJson;
  history: Generated<boolean>;
  sent_as: string | null;
  position: number | null;
  template: NullableJson;
}

export interface NoticeChoices {
  company_id: number;
  user_id: number;
  silent: Generated<string[]>;
  quiet_from: string | null;
  quiet_to: string | null;
  tones: GeneratedJson;
  insist: Generated<boolean>;
}

export interface NoticeDevices {
  company_id: number;
  id: Generated<number>;
  user_id: number;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Generated<Date>;
}

export interface PanelOrders {
  company_id: number;
  user_id: number;
  sections: string[];
}

export interface PasswordResets {
  company_id: number;
  user_id: number;
  code_hash: Buffer;
  expires_at: Date;
  created_at: Generated<Date>;
}

export interface Pings {
  company_id: number;
  id: Generated<number>;
  user_id: number;
  ticket_id: number;
  kind: 'mention' | 'handed' | 'note' | 'closed' | 'reopened' | 'transferred';
  note_id: number | null;
  text: Generated<string>;
  by_user_id: number | null;
  at: Date;
  seen_at: Date | null;
}

export interface PixCharges {
  company_id: number;
  id: Generated<number>;
  invoice_id: number;
  provider: 'efi' | 'asaas' | 'simulated';
  txid: string;
  external_id: string | null;
  amount_cents: number;
  months: number;
  state: Generated<'pending' | 'paid' | 'superseded'>;
  br_code: string | null;
  asking_until: Date | null;
  expires_at: Date;
  check_at: Date | null;
  created_at: Generated<Date>;
}

export interface PixPayments {
  company_id: number;
  id: Generated<number>;
  charge_id: number;
  key: string;
  amount_cents: number;
  outcome: 'applied' | 'surplus' | 'short';
  paid_at: Date;
  created_at: Generated<Date>;
  resolved_at: Date | null;
  resolved_by: string | null;
}

export interface Plans {
  id: Generated<number>;
  name: string;
  users: Generated<number>;
  connections: Generated<number>;
  queues: Generated<number>;
  value: Generated<number>;
  use_campaigns: Generated<boolean>;
  use_schedules: Generated<boolean>;
  use_internal_chat: Generated<boolean>;
  use_external_api: Generated<boolean>;
  use_kanban: Generated<boolean>;
  use_open_ai: Generated<boolean>;
  use_integrations: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ProcessCalls {
  id: string;
  recipient: string;
  kind: 'request' | 'answer';
  body: string;
  created_at: Generated<Date>;
}

export interface Prompts {
  company_id: number;
  id: Generated<number>;
  name: string;
  prompt: string;
  model: string;
  base_url: string | null;
  api_key: Buffer;
  max_tokens: number;
  temperature: number;
  max_messages: number;
  queue_id: number | null;
  voice: Generated<string>;
  voice_model: string;
  transcription_model: string;
  long_tokens_field: Generated<boolean>;
  no_temperature: Generated<boolean>;
  prompt_tokens: Generated<number>;
  completion_tokens: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface QueueOptions {
  company_id: number;
  id: Generated<number>;
  queue_id: number;
  parent_id: number | null;
  title: string;
  message: Generated<string>;
  option: number;
  media_key: string | null;
  media_name: string | null;
  media: NullableJson;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface QueueTurns {
  company_id: number;
  queue_id: number;
  user_id: number;
  at: Date;
}

export interface Queues {
  company_id: number;
  id: Generated<number>;
  name: string;
  color: string;
  greeting_message: Generated<string>;
  out_of_hours_message: Generated<string>;
  order_queue: number | null;
  schedules: GeneratedJson;
  integration_id: number | null;
  prompt_id: number | null;
  media_key: string | null;
  media_name: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
  media: NullableJson;
  assignment: Generated<'off' | 'roundRobin' | 'leastBusy'>;
  assignment_capacity: Generated<number>;
  first_answer_minutes: number | null;
  resolution_minutes: number | null;
}

export interface QuickMessages {
  company_id: number;
  id: Generated<number>;
  user_id: number;
  shortcode: string;
  message: Generated<string>;
  shared: Generated<boolean>;
  active: Generated<boolean>;
  media_key: string | null;
  media_name: string | null;
  media_mime: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  queue_id: number | null;
}

export interface RecoveryCodes {
  company_id: number;
  user_id: number;
  code_hash: Buffer;
}

export interface SchedulePaces {
  company_id: number;
  connection_id: number;
  next_at: Date;
}

export interface ScheduledMessages {
  company_id: number;
  id: Generated<number>;
  contact_id: number;
  user_id: number | null;
  connection_id: number | null;
  body: string;
  send_at: Date;
  timed_at: Date;
  try_at: Date;
  status: Generated<'PENDENTE' | 'AGENDADA' | 'ENVIADA' | 'ERRO' | 'CANCELADA'>;
  fail_reason: string | null;
  message_id: number | null;
  sent_at: Date | null;
  repeat: Generated<'none' | 'day' | 'week' | 'month'>;
  repeat_days: Generated<number[]>;
  month_day: number;
  repeat_until: string | null;
  cancel_if_answered: Generated<boolean>;
  opens_ticket: Generated<boolean>;
  media_key: string | null;
  media_name: string | null;
  media: NullableJson;
  created_at: Date;
  updated_at: Date;
  template: NullableJson;
  file_list_id: number | null;
  held_until: Date | null;
  overruled_at: Date | null;
}

export interface SchemaMigrations {
  name: string;
  sha256: string;
  applied_at: Generated<Date>;
}

export interface SecondFactors {
  company_id: number;
  user_id: number;
  secret: Buffer;
  confirmed: Generated<boolean>;
  last_step: Generated<number>;
  created_at: Generated<Date>;
}

export interface Sessions {
  company_id: number;
  id: string;
  user_id: number;
  token_hash: Buffer;
  previous_hash: Buffer | null;
  rotated_at: Date;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  ip: string | null;
  user_agent: string | null;
  operator_id: number | null;
  operator_name: string | null;
  operator_session: string | null;
}

export interface Settings {
  company_id: number;
  id: Generated<number>;
  key: string;
  value: string;
  updated_at: Generated<Date>;
}

export interface ShortcutChoices {
  company_id: number;
  user_id: number;
  used: Generated<boolean>;
  keys: GeneratedJson;
}

export interface SocketAttachments {
  id: Generated<number>;
  created_at: Generated<Date>;
  payload: Buffer | null;
}

export interface Tags {
  company_id: number;
  id: Generated<number>;
  name: string;
  color: string;
  kanban: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  user_id: number | null;
  name_key: string | null;
}

export interface TemplateSyncs {
  company_id: number;
  connection_id: number;
  started_at: Date | null;
  synced_at: Date | null;
  failure: string | null;
}

export interface Templates {
  company_id: number;
  id: Generated<number>;
  connection_id: number;
  name: string;
  language: string;
  category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';
  status: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED' | 'OTHER';
  reason: string | null;
  quality: Generated<'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'>;
  content: Json;
  seen_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface Throttles {
  key: string;
  hits: number;
  resets_at: Date;
}

export interface TicketFollowers {
  company_id: number;
  ticket_id: number;
  user_id: number;
  created_at: Generated<Date>;
}

export interface TicketMarks {
  company_id: number;
  user_id: number;
  ticket_id: number;
  pinned: Generated<boolean>;
  muted: Generated<boolean>;
  unread: Generated<boolean>;
}

export interface TicketMoves {
  company_id: number;
  id: Generated<number>;
  ticket_id: number;
  kind: 'accepted' | 'returned' | 'transferred' | 'assigned' | 'tagged' | 'closed' | 'reopened' | 'rated' | 'botBegan' | 'botEnded' | 'assistantFailed' | 'assistantSilent';
  by_user_id: number | null;
  queue_id: number | null;
  user_id: number | null;
  at: Date;
  reason: string | null;
  detail: NullableJson;
}

export interface TicketNotes {
  company_id: number;
  id: Generated<number>;
  ticket_id: number;
  user_id: number | null;
  kind: Generated<'written' | 'mergedInto'>;
  note: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  mentions: Generated<number[]>;
  read_by: GeneratedJson;
  pinned_at: Date | null;
  media_key: string | null;
  media_name: string | null;
  media_mime: string | null;
  media_size: number | null;
}

export interface TicketNumbers {
  company_id: number;
  last: number;
}

export interface TicketTags {
  company_id: number;
  ticket_id: number;
  tag_id: number;
}

export interface TicketViews {
  company_id: number;
  id: Generated<number>;
  user_id: number;
  name: string;
  shared: Generated<boolean>;
  filter: Json;
  place: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface Tickets {
  company_id: number;
  id: Generated<number>;
  uuid: Generated<string>;
  status: 'pending' | 'open' | 'closed';
  contact_id: number;
  connection_id: number | null;
  queue_id: number | null;
  user_id: number | null;
  protocol: Generated<string>;
  is_group: Generated<boolean>;
  chatbot: Generated<boolean>;
  use_integration: Generated<boolean>;
  prompt_id: number | null;
  integration_id: number | null;
  unread_messages: Generated<number>;
  last_message: Generated<string>;
  last_message_type: Generated<'conversation' | 'image' | 'video' | 'audio' | 'application' | 'sticker' | 'locationMessage' | 'vcard' | 'call_log' | 'unsupported'>;
  last_message_from_me: Generated<boolean>;
  last_message_ack: Generated<number>;
  last_message_failed: Generated<boolean>;
  last_message_id: number | null;
  last_message_at: Date | null;
  last_inbound_at: Date | null;
  revision: Generated<number>;
  closed_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  automatic_texts: Generated<number>;
  rating_until: Date | null;
  undo: NullableJson;
  number: number;
  last_message_deleted: Generated<boolean>;
  read_up_to: Generated<number>;
  closed_updated_at: Date | null;
  person_at: Date | null;
  waiting_since: Date | null;
  began_at: Date | null;
  answered_at: Date | null;
  snoozed_at: Date | null;
  snoozed_until: Date | null;
  priority: Generated<boolean>;
}

export interface UsageMeters {
  company_id: number;
  messages: Generated<number>;
  month_messages: Generated<number>;
  storage_bytes: Generated<number>;
  measured_at: Date | null;
  counted_to: number | null;
  counting_messages: Generated<number>;
  counting_month: Generated<number>;
  counting_bytes: Generated<number>;
  counting_since: Date | null;
}

export interface UserQueues {
  company_id: number;
  user_id: number;
  queue_id: number;
}

export interface UserRatings {
  company_id: number;
  id: Generated<number>;
  attendance_id: number;
  ticket_id: number | null;
  user_id: number;
  rate: number;
  created_at: Generated<Date>;
}

export interface Users {
  company_id: number;
  id: Generated<number>;
  name: string;
  email: string;
  password_hash: string;
  profile: Generated<'user' | 'supervisor' | 'admin'>;
  super: Generated<boolean>;
  all_ticket: Generated<boolean>;
  connection_id: number | null;
  language: string | null;
  token_version: Generated<number>;
  online: Generated<boolean>;
  last_seen_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
  export_contacts: Generated<boolean>;
  email_key: string | null;
  second_factor: Generated<boolean>;
  away: Generated<boolean>;
  send_with: Generated<'enter' | 'ctrlEnter'>;
  assignment_capacity: number | null;
}

export interface WebSessionKeys {
  company_id: number;
  connection_id: number;
  category: string;
  id: string;
  value: Buffer;
}

export interface WebSessions {
  company_id: number;
  connection_id: number;
  wanted: 'run' | 'stop' | 'unlink';
  generation: Generated<number>;
  pairing_number: string | null;
  credentials: Buffer | null;
  owner: string | null;
  epoch: Generated<number>;
  lease_until: Date | null;
  failures: Generated<number>;
  next_try_at: Generated<Date>;
  covered_until: Date | null;
}

export interface WebStanzas {
  company_id: number;
  connection_id: number;
  direction: 'in' | 'out';
  id: string;
  content: Buffer;
  position: Generated<number>;
  created_at: Generated<Date>;
  replays: Generated<number>;
}

export interface WebhookDeliveries {
  company_id: number;
  id: Generated<number>;
  webhook_id: number;
  event_id: Generated<string>;
  event: string;
  line: string;
  body: string;
  state: Generated<'waiting' | 'delivered' | 'dead'>;
  attempts: Generated<number>;
  code: number | null;
  reason: string | null;
  answer: Generated<string>;
  ms: number | null;
  since: Date;
  created_at: Date;
  tried_at: Date | null;
  settled_at: Date | null;
}

export interface WebhookLines {
  company_id: number;
  webhook_id: number;
  line: string;
  next_at: Date;
  lease_until: Date | null;
}

export interface Webhooks {
  company_id: number;
  id: Generated<number>;
  name: string;
  url: string;
  secret: Buffer;
  events: string[];
  active: Generated<boolean>;
  failures: Generated<number>;
  failing_since: Date | null;
  retry_at: Date | null;
  last_delivered_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
