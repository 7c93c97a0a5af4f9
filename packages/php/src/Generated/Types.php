<?php

// Made from docs/openapi.json by `npm run sdks`; changes are lost.

declare(strict_types=1);

namespace Shutterpost\Generated;

/**
 * The shapes of the arrays that calls take and return, for PHPStan and editors: `@phpstan-import-type PhotoRequest from Types`.
 *
 * @phpstan-type AccessCode array{
 *   access_code: string|null,
 * }
 * @phpstan-type Answer array{
 *   question_id: string,
 *   type: 'short_text'|'long_text'|'number'|'yes_no'|'single_choice'|'multiple_choice'|'date'|'signature'|'identifier'|string,
 *   label: string,
 *   value: string|int|float|bool|list<string>,
 * }
 * @phpstan-type AskedQuestion array{
 *   question_id: string,
 *   message?: string|null,
 * }
 * @phpstan-type AskedSlot array{
 *   slot_index: int,
 *   reason?: 'blurred'|'too_dark'|'glare'|'cut_off'|'too_far'|'wrong_subject'|'not_readable'|'other'|null,
 *   message?: string|null,
 * }
 * @phpstan-type AssignPhotoRequest array{
 *   user_id: string|null,
 * }
 * @phpstan-type Assignee array{
 *   user_id: string,
 *   email: string,
 *   name: string|null,
 * }
 * @phpstan-type Assignment array{
 *   assignee: Assignee|null,
 * }
 * @phpstan-type ChangeEventData array{
 *   id: string,
 *   type: 'one_time'|'permanent'|string,
 *   instructions: string,
 *   unique_code: string,
 *   request_url: string,
 *   created_at: string,
 *   expires_at: string,
 *   first_viewed_at: string|null,
 *   submitted_at: string|null,
 *   review: Review|null,
 *   reminder_count: int,
 *   reminded_at: string|null,
 *   permanent_link_id: string|null,
 *   external_id: string|null,
 *   metadata: array<string, string>,
 * }
 * @phpstan-type ChangeReminders array{
 *   reminders: list<ReminderRule>,
 *   time_zone?: string|null,
 * }
 * @phpstan-type ChooseNotification array{
 *   app: bool,
 *   email: 'now'|'digest'|'off',
 * }
 * @phpstan-type CreateNote array{
 *   text: string,
 *   mentions?: list<string>|null,
 * }
 * @phpstan-type CreatePermanentLink array{
 *   name?: string|null,
 *   slug?: string|null,
 *   instructions?: string|null,
 *   template_id?: string|null,
 *   photo_slots?: list<NewPhotoSlot>|null,
 *   questions?: list<NewQuestion>|null,
 *   translations?: array<string, Translation>|null,
 *   requires_review?: bool|null,
 *   evidence_policy?: EvidencePolicy|null,
 *   return_url?: string|null,
 *   cancel_url?: string|null,
 *   metadata?: array<string, string>|null,
 *   is_active?: bool|null,
 *   expires_at?: string|null,
 *   max_submissions?: int|null,
 *   daily_limit_per_address?: int|null,
 *   access_code?: string|null,
 *   requires_approval?: bool|null,
 * }
 * @phpstan-type CreatePhotoRequest array{
 *   template_id?: string|null,
 *   instructions?: string|null,
 *   photo_slots?: list<NewPhotoSlot>|null,
 *   questions?: list<NewQuestion>|null,
 *   translations?: array<string, Translation>|null,
 *   requires_review?: bool|null,
 *   evidence_policy?: EvidencePolicy|null,
 *   return_url?: string|null,
 *   cancel_url?: string|null,
 *   metadata?: array<string, string>|null,
 *   expires_in_hours?: int|null,
 *   expected_location?: CreatePhotoRequestExpectedLocation|null,
 *   reminders?: list<ReminderRule>|null,
 *   locale?: string|null,
 *   recipient_email?: string|null,
 *   send_email?: bool|null,
 *   recipient_phone?: string|null,
 *   send_sms?: bool|null,
 *   phone_channel?: 'sms'|'whatsapp'|null,
 *   external_id?: string|null,
 *   time_zone?: string|null,
 * }
 * @phpstan-type CreatePhotoRequestExpectedLocation array{
 *   lat: int|float,
 *   lng: int|float,
 *   radius_m: int|float,
 * }
 * @phpstan-type CreateTemplate array{
 *   name: string,
 *   instructions: string,
 *   photo_slots?: list<NewPhotoSlot>|null,
 *   questions?: list<NewQuestion>|null,
 *   translations?: array<string, Translation>|null,
 *   requires_review?: bool|null,
 *   evidence_policy?: EvidencePolicy|null,
 *   return_url?: string|null,
 *   cancel_url?: string|null,
 *   metadata?: array<string, string>|null,
 *   expires_in_hours?: int|null,
 *   expected_location?: CreateTemplateExpectedLocation|null,
 *   reminders?: list<ReminderRule>|null,
 *   locale?: string|null,
 * }
 * @phpstan-type CreateTemplateExpectedLocation array{
 *   lat: int|float,
 *   lng: int|float,
 *   radius_m: int|float,
 * }
 * @phpstan-type CreateWebhookEndpoint array{
 *   url: string,
 *   name?: string|null,
 *   events?: list<'photo_request.submitted'|'photo_submission.created'|'photo_request.created'|'photo_request.first_viewed'|'photo_request.viewed'|'photo_request.reminded'|'photo_request.approved'|'photo_request.changes_requested'|'photo_request.rejected'|'photo_request.canceled'|'photo_request.expired'|'photo_request.deleted'>|null,
 *   is_active?: bool|null,
 * }
 * @phpstan-type DecidedSubmission array{
 *   id: string,
 * }
 * @phpstan-type DuplicateTemplate array{
 *   name?: string|null,
 * }
 * @phpstan-type Event array{
 *   id: string,
 *   event: 'photo_request.submitted'|'photo_submission.created'|'photo_request.created'|'photo_request.first_viewed'|'photo_request.viewed'|'photo_request.reminded'|'photo_request.approved'|'photo_request.changes_requested'|'photo_request.rejected'|'photo_request.canceled'|'photo_request.expired'|'photo_request.deleted'|string,
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: SubmissionEventData|ChangeEventData,
 * }
 * @phpstan-type EvidencePolicy array{
 *   checks?: EvidencePolicyChecks,
 *   challenge?: 'off'|'on_warning'|'always',
 * }
 * @phpstan-type EvidencePolicyChecks array{
 *   duplicate?: 'inform'|'hold'|'refuse',
 *   stream?: 'inform'|'hold'|'refuse',
 *   camera?: 'inform'|'hold'|'refuse',
 *   page?: 'inform'|'hold'|'refuse',
 *   clock?: 'inform'|'hold'|'refuse',
 *   place?: 'inform'|'hold'|'refuse',
 *   motion?: 'inform'|'hold'|'refuse',
 *   screen?: 'inform'|'hold'|'refuse',
 *   content?: 'inform'|'hold'|'refuse',
 *   file?: 'inform'|'hold'|'refuse',
 *   challenge?: 'inform'|'hold'|'refuse',
 * }
 * @phpstan-type ExpectedLocation array{
 *   lat: int|float,
 *   lng: int|float,
 *   radius_m: int|float,
 * }
 * @phpstan-type ExtendPhotoRequest array{
 *   hours: int,
 * }
 * @phpstan-type Finding array{
 *   check: 'duplicate'|'stream'|'camera'|'page'|'clock'|'place'|'motion'|'screen'|'content'|'file'|'challenge'|string,
 *   result: 'pass'|'warn'|'unknown'|string,
 *   message: string,
 *   figures: array<string, int|float|string|bool>,
 * }
 * @phpstan-type HeldSubmission array{
 *   id: string,
 *   unique_code: string,
 *   held_at: string,
 *   expires_at: string,
 *   photos: list<HeldSubmissionPhoto>,
 * }
 * @phpstan-type HeldSubmissionPhoto array{
 *   id: string,
 *   slot_instructions: string|null,
 *   url: string,
 *   thumbnail_url: string,
 *   evidence: list<Finding>,
 * }
 * @phpstan-type Member array{
 *   id: string,
 *   email: string,
 *   name: string|null,
 *   role: 'owner'|'admin'|'member'|'viewer'|string,
 *   joined_at: string,
 * }
 * @phpstan-type Meta array{
 *   request_id: string,
 *   warnings?: list<string>,
 * }
 * @phpstan-type NewPhotoSlot array{
 *   instructions: string,
 *   is_required?: bool|null,
 *   hint?: string|null,
 *   min_photos?: int|null,
 *   max_photos?: int|null,
 *   guide?: 'frame'|'card'|'document'|'car_front'|'car_side'|'car_rear'|'car_corner'|'meter'|null,
 *   guide_image_id?: string|null,
 *   example_image_id?: string|null,
 * }
 * @phpstan-type NewQuestion array{
 *   id?: string|null,
 *   type: 'short_text'|'long_text'|'number'|'yes_no'|'single_choice'|'multiple_choice'|'date'|'signature'|'identifier',
 *   label: string,
 *   help?: string|null,
 *   is_required?: bool|null,
 *   position?: 'before'|'after'|null,
 *   min?: int|float|null,
 *   max?: int|float|null,
 *   unit?: string|null,
 *   options?: list<string>|null,
 *   pattern?: string|null,
 *   show_if?: NewQuestionShowIf|null,
 * }
 * @phpstan-type NewQuestionShowIf array{
 *   question_id: string,
 *   equals: bool|int|float|string,
 * }
 * @phpstan-type Note array{
 *   id: string,
 *   author_id: string,
 *   author: string,
 *   text: string,
 *   mentions: list<string>,
 *   created_at: string,
 *   edited_at: string|null,
 * }
 * @phpstan-type Notification array{
 *   id: string,
 *   kind: 'submitted'|'review'|'mentioned'|'assigned'|'endpoint_failing'|'archive_failing'|'quota'|string,
 *   at: string,
 *   is_read: bool,
 *   by: string|null,
 *   request: NotificationRequest|null,
 *   endpoint: NotificationEndpoint|null,
 *   archive: NotificationArchive|null,
 *   percent: int|null,
 * }
 * @phpstan-type NotificationRequest array{
 *   id: string,
 *   unique_code: string,
 *   held_at_link: string|null,
 * }
 * @phpstan-type NotificationEndpoint array{
 *   id: string,
 *   name: string,
 * }
 * @phpstan-type NotificationArchive array{
 *   name: string,
 *   is_given_up: bool,
 * }
 * @phpstan-type NotificationChoice array{
 *   app: bool,
 *   email: 'now'|'digest'|'off'|string,
 * }
 * @phpstan-type NotificationChoices array{
 *   submitted?: NotificationChoice,
 *   review?: NotificationChoice,
 *   mentioned?: NotificationChoice,
 *   endpoint_failing?: NotificationChoice,
 *   archive_failing?: NotificationChoice,
 *   quota?: NotificationChoice,
 * }
 * @phpstan-type PageMeta array{
 *   request_id: string,
 *   warnings?: list<string>,
 *   has_more: bool,
 *   next_cursor: string|null,
 * }
 * @phpstan-type PermanentLink array{
 *   id: string,
 *   type: 'permanent',
 *   name: string,
 *   slug: string,
 *   url: string,
 *   request_url: string,
 *   unique_code: string,
 *   code_entry_url: string,
 *   instructions: string,
 *   photo_slots: list<PhotoSlot>,
 *   is_active: bool,
 *   expires_at: string|null,
 *   max_submissions: int|null,
 *   submission_count: int,
 *   daily_limit_per_address: int|null,
 *   has_access_code: bool,
 *   requires_approval: bool,
 *   requires_review: bool,
 *   questions: list<Question>,
 *   template_id: string|null,
 *   translations: array<string, Translation>,
 *   evidence_policy: EvidencePolicy|null,
 *   return_url: string|null,
 *   cancel_url: string|null,
 *   held_count: int,
 *   last_alert: PermanentLinkLastAlert|null,
 *   draft_count: int,
 *   draft_bytes: int,
 *   metadata: array<string, string>,
 *   created_at: string,
 *   updated_at: string,
 * }
 * @phpstan-type PermanentLinkLastAlert array{
 *   reason: 'address_limit'|'drafts_full'|'wrong_codes'|'unusual_rate'|string,
 *   at: string,
 * }
 * @phpstan-type Photo array{
 *   id: string,
 *   url: string,
 *   thumbnail_url: string,
 *   sealed_url: string|null,
 *   metadata: PhotoMetadata,
 *   slot_index: int,
 *   slot_instructions: string|null,
 *   round: int,
 *   sha256: string,
 *   width: int,
 *   height: int,
 *   bytes: int,
 *   received_at: string,
 *   evidence: list<Finding>,
 * }
 * @phpstan-type PhotoMetadata array{
 *   gps_lat?: int|float,
 *   gps_lng?: int|float,
 *   gps_accuracy?: int|float,
 *   captured_at: string,
 *   quality_hint?: 'blurred'|'dark'|'overexposed'|string,
 * }
 * @phpstan-type PhotoRequest array{
 *   id: string,
 *   type: 'one_time'|'permanent'|string,
 *   unique_code: string,
 *   status: 'pending'|'in_progress'|'submitted'|'expired'|'canceled'|string,
 *   instructions: string,
 *   photo_slots: list<PhotoSlot>,
 *   request_url: string,
 *   code_entry_url: string,
 *   expires_at: string,
 *   created_at: string,
 *   first_viewed_at: string|null,
 *   submitted_at: string|null,
 *   held_at: string|null,
 *   permanent_link_id: string|null,
 *   external_id: string|null,
 *   metadata: array<string, string>,
 *   locale: string,
 *   recipient_email: string|null,
 *   email_status: 'queued'|'sent'|'failed'|string|null,
 *   recipient_unsubscribed?: bool,
 *   recipient_phone: string|null,
 *   phone_channel: 'sms'|'whatsapp'|string|null,
 *   sms_status: 'queued'|'sent'|'delivered'|'failed'|string|null,
 *   time_zone: string|null,
 *   reminders: list<Reminder>,
 *   reminder_count: int,
 *   reminded_at: string|null,
 *   expected_location: ExpectedLocation|null,
 *   round: int,
 *   questions: list<Question>,
 *   answers: list<Answer>,
 *   template_id: string|null,
 *   translations: array<string, Translation>,
 *   evidence_policy: EvidencePolicy|null,
 *   return_url: string|null,
 *   cancel_url: string|null,
 *   requires_review: bool,
 *   review: Review|null,
 *   items: list<Photo>,
 *   superseded_items: list<Photo>,
 *   unsent_photos?: int,
 *   wanted_photos?: int|null,
 *   assignee?: Assignee|null,
 *   recipient_opted_out?: bool,
 *   keeps_photos?: bool,
 * }
 * @phpstan-type PhotoRequestApprovedEvent array{
 *   event: 'photo_request.approved',
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: ChangeEventData,
 * }
 * @phpstan-type PhotoRequestCanceledEvent array{
 *   event: 'photo_request.canceled',
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: ChangeEventData,
 * }
 * @phpstan-type PhotoRequestChangesRequestedEvent array{
 *   event: 'photo_request.changes_requested',
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: ChangeEventData,
 * }
 * @phpstan-type PhotoRequestCreatedEvent array{
 *   event: 'photo_request.created',
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: ChangeEventData,
 * }
 * @phpstan-type PhotoRequestDeletedEvent array{
 *   event: 'photo_request.deleted',
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: ChangeEventData,
 * }
 * @phpstan-type PhotoRequestExpiredEvent array{
 *   event: 'photo_request.expired',
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: ChangeEventData,
 * }
 * @phpstan-type PhotoRequestFirstViewedEvent array{
 *   event: 'photo_request.first_viewed',
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: ChangeEventData,
 * }
 * @phpstan-type PhotoRequestRejectedEvent array{
 *   event: 'photo_request.rejected',
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: ChangeEventData,
 * }
 * @phpstan-type PhotoRequestRemindedEvent array{
 *   event: 'photo_request.reminded',
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: ChangeEventData,
 * }
 * @phpstan-type PhotoRequestSubmittedEvent array{
 *   event: 'photo_request.submitted',
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: SubmissionEventData,
 * }
 * @phpstan-type PhotoRequestViewedEvent array{
 *   event: 'photo_request.viewed',
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: ChangeEventData,
 * }
 * @phpstan-type PhotoSlot array{
 *   instructions: string,
 *   is_required: bool,
 *   hint: string|null,
 *   min_photos: int,
 *   max_photos: int,
 *   guide: 'frame'|'card'|'document'|'car_front'|'car_side'|'car_rear'|'car_corner'|'meter'|string|null,
 *   guide_image_id: string|null,
 *   example_image_id: string|null,
 * }
 * @phpstan-type PhotoSubmissionCreatedEvent array{
 *   event: 'photo_submission.created',
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: SubmissionEventData,
 * }
 * @phpstan-type Ping array{
 *   message: 'pong',
 *   timestamp: string,
 *   data: PingData,
 *   meta: Meta,
 * }
 * @phpstan-type PingData array{
 *   message: 'pong',
 *   timestamp: string,
 * }
 * @phpstan-type Question array{
 *   id: string,
 *   type: 'short_text'|'long_text'|'number'|'yes_no'|'single_choice'|'multiple_choice'|'date'|'signature'|'identifier'|string,
 *   label: string,
 *   help: string|null,
 *   is_required: bool,
 *   position: 'before'|'after'|string,
 *   min: int|float|null,
 *   max: int|float|null,
 *   unit: string|null,
 *   options: list<string>,
 *   pattern: string|null,
 *   show_if: QuestionShowIf|null,
 * }
 * @phpstan-type QuestionShowIf array{
 *   question_id: string,
 *   equals: string|int|float|bool,
 * }
 * @phpstan-type ReadNotifications array{
 *   up_to: string,
 * }
 * @phpstan-type Reminder array{
 *   when: 'not_opened'|'not_submitted'|'before_expiry'|string,
 *   hours: int,
 *   due_at: string|null,
 * }
 * @phpstan-type ReminderRule array{
 *   when: 'not_opened'|'not_submitted'|'before_expiry',
 *   hours: int,
 * }
 * @phpstan-type ReopenPhotoRequest array{
 *   hours: int,
 * }
 * @phpstan-type ReplayDeliveries array{
 *   statuses?: list<'due'|'held'|'delivered'|'failed'|'blocked'>|null,
 *   created_after?: string|null,
 *   created_before?: string|null,
 * }
 * @phpstan-type ReplayedDeliveries array{
 *   count: int,
 * }
 * @phpstan-type Review array{
 *   state: 'pending'|'approved'|'changes_requested'|'rejected'|string,
 *   round: int,
 *   decided_at: string|null,
 *   decided_by: string|null,
 *   message: string|null,
 *   slots: list<ReviewSlot>,
 *   questions: list<ReviewQuestion>,
 * }
 * @phpstan-type ReviewSlot array{
 *   slot_index: int,
 *   reason: 'blurred'|'too_dark'|'glare'|'cut_off'|'too_far'|'wrong_subject'|'not_readable'|'other'|string,
 *   message: string|null,
 * }
 * @phpstan-type ReviewQuestion array{
 *   question_id: string,
 *   message: string|null,
 * }
 * @phpstan-type ReviewDecision array{
 *   decision: 'approve'|'request_changes'|'reject',
 *   message?: string|null,
 *   slots?: list<AskedSlot>|null,
 *   questions?: list<AskedQuestion>|null,
 *   expires_in_hours?: int|null,
 *   send_email?: bool|null,
 *   send_sms?: bool|null,
 *   expected_state?: 'pending'|'approved'|'changes_requested'|'rejected'|'none'|null,
 * }
 * @phpstan-type SlotImage array{
 *   id: string,
 *   purpose: 'example'|'guide'|string,
 *   url: string,
 *   width: int,
 *   height: int,
 *   bytes: int,
 *   created_at: string,
 * }
 * @phpstan-type Stats array{
 *   plan: StatsPlan,
 *   usage: StatsUsage,
 *   photo_requests: StatsPhotoRequests,
 *   permanent_links: StatsPermanentLinks,
 *   webhooks: StatsWebhooks,
 * }
 * @phpstan-type StatsPlan array{
 *   id: 'developer_free'|'starter'|'professional'|'enterprise'|string,
 *   name: string,
 *   email_enabled: bool,
 *   api_enabled: bool,
 *   photos_limit: int|null,
 *   photos_per_request: int,
 *   permanent_links_limit: int|null,
 *   api_keys_limit: int|null,
 * }
 * @phpstan-type StatsUsage array{
 *   photos_used: int,
 *   photos_limit: int|null,
 *   photos_remaining: int|null,
 *   is_lifetime_quota: bool,
 *   billing_period_start: string|null,
 *   billing_period_end: string|null,
 * }
 * @phpstan-type StatsPhotoRequests array{
 *   pending: int,
 *   in_progress: int,
 *   submitted: int,
 *   expired: int,
 *   canceled: int,
 * }
 * @phpstan-type StatsPermanentLinks array{
 *   total: int,
 *   active: int,
 *   draft_count: int,
 *   draft_bytes: int,
 * }
 * @phpstan-type StatsWebhooks array{
 *   delivered: int,
 *   failed: int,
 *   pending: int,
 * }
 * @phpstan-type Status array{
 *   status: 'ok'|'degraded'|string,
 *   version: string,
 *   time: string,
 *   problems?: list<string>,
 * }
 * @phpstan-type SubmissionEventData array{
 *   id: string,
 *   type: 'one_time'|'permanent'|string,
 *   instructions: string,
 *   answers: list<Answer>,
 *   photos: list<Photo>,
 *   submitted_at: string,
 *   round: int,
 *   permanent_link_id: string|null,
 *   external_id: string|null,
 *   metadata: array<string, string>,
 * }
 * @phpstan-type Template array{
 *   id: string,
 *   name: string,
 *   is_archived: bool,
 *   instructions: string,
 *   photo_slots: list<PhotoSlot>,
 *   questions: list<Question>,
 *   translations: array<string, Translation>,
 *   requires_review: bool,
 *   evidence_policy: EvidencePolicy|null,
 *   return_url: string|null,
 *   cancel_url: string|null,
 *   metadata: array<string, string>,
 *   expires_in_hours: int|null,
 *   expected_location: ExpectedLocation|null,
 *   reminders: list<TemplateReminder>,
 *   locale: string|null,
 *   created_at: string,
 *   updated_at: string,
 * }
 * @phpstan-type TemplateReminder array{
 *   when: 'not_opened'|'not_submitted'|'before_expiry'|string,
 *   hours: int,
 * }
 * @phpstan-type TimelineEntry array{
 *   at: string,
 *   kind: 'created'|'email_queued'|'email_sent'|'email_failed'|'phone_queued'|'phone_sent'|'phone_delivered'|'phone_failed'|'reminded'|'viewed'|'photo'|'refused'|'held'|'approved'|'rejected'|'submitted'|'changes_requested'|'expired'|'canceled'|'extended'|'assigned'|'unassigned'|'note'|'reopened'|'webhook'|string,
 *   by: string|null,
 *   note: string|null,
 *   photo_id: string|null,
 *   refused: TimelineEntryRefused|null,
 *   delivery: TimelineEntryDelivery|null,
 *   member_note: Note|null,
 * }
 * @phpstan-type TimelineEntryRefused array{
 *   slot_index: int,
 *   checks: list<'duplicate'|'stream'|'camera'|'page'|'clock'|'place'|'motion'|'screen'|'content'|'file'|'challenge'|string>,
 * }
 * @phpstan-type TimelineEntryDelivery array{
 *   id: string,
 *   endpoint_id: string,
 *   endpoint_name: string,
 *   event_type: string,
 *   status: 'due'|'held'|'delivered'|'failed'|'blocked'|string,
 *   attempt_count: int,
 * }
 * @phpstan-type Translation array{
 *   instructions?: string|null,
 *   photo_slots?: list<TranslationPhotoSlot|null>|null,
 *   questions?: array<string, TranslationQuestion>|null,
 * }
 * @phpstan-type TranslationPhotoSlot array{
 *   instructions?: string|null,
 *   hint?: string|null,
 * }
 * @phpstan-type TranslationQuestion array{
 *   label?: string|null,
 *   help?: string|null,
 *   unit?: string|null,
 *   options?: list<string>|null,
 * }
 * @phpstan-type UnreadNotifications array{
 *   unread: int,
 * }
 * @phpstan-type UpdateNote array{
 *   text?: string,
 *   mentions?: list<string>|null,
 * }
 * @phpstan-type UpdateNotificationChoices array{
 *   submitted?: ChooseNotification,
 *   review?: ChooseNotification,
 *   mentioned?: ChooseNotification,
 *   endpoint_failing?: ChooseNotification,
 *   archive_failing?: ChooseNotification,
 *   quota?: ChooseNotification,
 * }
 * @phpstan-type UpdatePermanentLink array{
 *   name?: string,
 *   slug?: string,
 *   instructions?: string,
 *   photo_slots?: list<NewPhotoSlot>,
 *   is_active?: bool,
 *   expires_at?: string|null,
 *   max_submissions?: int|null,
 *   daily_limit_per_address?: int|null,
 *   access_code?: string|null,
 *   requires_approval?: bool,
 *   requires_review?: bool,
 *   questions?: list<NewQuestion>,
 *   translations?: array<string, Translation>|null,
 *   evidence_policy?: EvidencePolicy|null,
 *   return_url?: string|null,
 *   cancel_url?: string|null,
 *   metadata?: array<string, string>,
 * }
 * @phpstan-type UpdateTemplate array{
 *   name?: string,
 *   instructions?: string,
 *   is_archived?: bool,
 *   photo_slots?: list<NewPhotoSlot>|null,
 *   questions?: list<NewQuestion>|null,
 *   translations?: array<string, Translation>|null,
 *   requires_review?: bool|null,
 *   evidence_policy?: EvidencePolicy|null,
 *   return_url?: string|null,
 *   cancel_url?: string|null,
 *   metadata?: array<string, string>|null,
 *   expires_in_hours?: int|null,
 *   expected_location?: UpdateTemplateExpectedLocation|null,
 *   reminders?: list<ReminderRule>|null,
 *   locale?: string|null,
 * }
 * @phpstan-type UpdateTemplateExpectedLocation array{
 *   lat: int|float,
 *   lng: int|float,
 *   radius_m: int|float,
 * }
 * @phpstan-type UpdateWebhookEndpoint array{
 *   url?: string,
 *   name?: string,
 *   events?: list<'photo_request.submitted'|'photo_submission.created'|'photo_request.created'|'photo_request.first_viewed'|'photo_request.viewed'|'photo_request.reminded'|'photo_request.approved'|'photo_request.changes_requested'|'photo_request.rejected'|'photo_request.canceled'|'photo_request.expired'|'photo_request.deleted'>,
 *   is_active?: bool,
 * }
 * @phpstan-type WebhookAttemptOutcome array{
 *   outcome: 'delivered'|'answered_badly'|'timed_out'|'unreachable'|'blocked'|string,
 *   status_code: int|null,
 *   error: string|null,
 * }
 * @phpstan-type WebhookDelivery array{
 *   id: string,
 *   event_id: string,
 *   event: 'photo_request.submitted'|'photo_submission.created'|'photo_request.created'|'photo_request.first_viewed'|'photo_request.viewed'|'photo_request.reminded'|'photo_request.approved'|'photo_request.changes_requested'|'photo_request.rejected'|'photo_request.canceled'|'photo_request.expired'|'photo_request.deleted'|'webhook.test'|string,
 *   photo_request_id: string|null,
 *   status: 'due'|'held'|'delivered'|'failed'|'blocked'|string,
 *   attempt_count: int,
 *   is_under_way: bool,
 *   next_attempt_at: string|null,
 *   last_attempt: WebhookAttemptOutcome|null,
 *   created_at: string,
 *   finished_at: string|null,
 * }
 * @phpstan-type WebhookDeliveryDetail array{
 *   id: string,
 *   event_id: string,
 *   event: 'photo_request.submitted'|'photo_submission.created'|'photo_request.created'|'photo_request.first_viewed'|'photo_request.viewed'|'photo_request.reminded'|'photo_request.approved'|'photo_request.changes_requested'|'photo_request.rejected'|'photo_request.canceled'|'photo_request.expired'|'photo_request.deleted'|'webhook.test'|string,
 *   photo_request_id: string|null,
 *   status: 'due'|'held'|'delivered'|'failed'|'blocked'|string,
 *   attempt_count: int,
 *   is_under_way: bool,
 *   next_attempt_at: string|null,
 *   last_attempt: WebhookAttemptOutcome|null,
 *   created_at: string,
 *   finished_at: string|null,
 *   request_id: string|null,
 *   body: string,
 *   attempts: list<WebhookDeliveryDetailAttempt>,
 * }
 * @phpstan-type WebhookDeliveryDetailAttempt array{
 *   number: int,
 *   outcome: 'delivered'|'answered_badly'|'timed_out'|'unreachable'|'blocked'|string,
 *   status_code: int|null,
 *   error: string|null,
 *   address: string|null,
 *   response_body: string|null,
 *   duration_ms: int,
 *   started_at: string,
 * }
 * @phpstan-type WebhookEndpoint array{
 *   id: string,
 *   name: string,
 *   url: string,
 *   events: list<'photo_request.submitted'|'photo_submission.created'|'photo_request.created'|'photo_request.first_viewed'|'photo_request.viewed'|'photo_request.reminded'|'photo_request.approved'|'photo_request.changes_requested'|'photo_request.rejected'|'photo_request.canceled'|'photo_request.expired'|'photo_request.deleted'|string>,
 *   serves: 'live'|'test'|'both'|string,
 *   is_active: bool,
 *   disabled_reason: 'manual'|'gone'|'failing'|string|null,
 *   is_rotating: bool,
 *   failures: int,
 *   failing_since: string|null,
 *   paused_until: string|null,
 *   last_success_at: string|null,
 *   created_at: string,
 *   updated_at: string,
 * }
 * @phpstan-type WebhookEndpointDetail array{
 *   id: string,
 *   name: string,
 *   url: string,
 *   events: list<'photo_request.submitted'|'photo_submission.created'|'photo_request.created'|'photo_request.first_viewed'|'photo_request.viewed'|'photo_request.reminded'|'photo_request.approved'|'photo_request.changes_requested'|'photo_request.rejected'|'photo_request.canceled'|'photo_request.expired'|'photo_request.deleted'|string>,
 *   serves: 'live'|'test'|'both'|string,
 *   is_active: bool,
 *   disabled_reason: 'manual'|'gone'|'failing'|string|null,
 *   is_rotating: bool,
 *   failures: int,
 *   failing_since: string|null,
 *   paused_until: string|null,
 *   last_success_at: string|null,
 *   created_at: string,
 *   updated_at: string,
 *   held_count: int,
 * }
 * @phpstan-type WebhookEndpointWithSecret array{
 *   id: string,
 *   name: string,
 *   url: string,
 *   events: list<'photo_request.submitted'|'photo_submission.created'|'photo_request.created'|'photo_request.first_viewed'|'photo_request.viewed'|'photo_request.reminded'|'photo_request.approved'|'photo_request.changes_requested'|'photo_request.rejected'|'photo_request.canceled'|'photo_request.expired'|'photo_request.deleted'|string>,
 *   serves: 'live'|'test'|'both'|string,
 *   is_active: bool,
 *   disabled_reason: 'manual'|'gone'|'failing'|string|null,
 *   is_rotating: bool,
 *   failures: int,
 *   failing_since: string|null,
 *   paused_until: string|null,
 *   last_success_at: string|null,
 *   created_at: string,
 *   updated_at: string,
 *   signing_secret: string,
 * }
 * @phpstan-type WebhookTestEvent array{
 *   event: 'webhook.test',
 *   timestamp: string,
 *   environment: 'live'|'test'|string,
 *   data: SubmissionEventData,
 * }
 * @phpstan-type WebhookTestResult array{
 *   event_id: string,
 *   delivery_id: string,
 *   outcome: 'delivered'|'answered_badly'|'timed_out'|'unreachable'|'blocked'|string,
 *   status_code: int|null,
 *   error: string|null,
 *   address: string|null,
 *   response_body: string|null,
 *   duration_ms: int,
 * }
 * @phpstan-type Deleted array{
 *   id: string,
 *   deleted: true,
 * }
 */
final class Types
{
}
