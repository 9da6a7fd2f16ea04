import { i18n } from './language/i18n.ts'

/** The tasks in plain words. The queue of a background job has the name of its task. */
const taskTexts = new Map([
  ['redash.tasks.execute_query', () => i18n._('Run a query')],
  ['clean_up_results', () => i18n._('Delete unused results')],
  ['deliver_alert', () => i18n._('Send alerts')],
  ['forget_alert_events', () => i18n._('Delete old alert history')],
  ['install_sample', () => i18n._('Install the sample data')],
  ['look_after_alerts', () => i18n._('Check alerts')],
  ['look_for_reports', () => i18n._('Find due reports')],
  ['mail_password_reset', () => i18n._('Send password reset links')],
  ['mail_schedule_failures', () => i18n._('Report failed schedules by email')],
  ['refresh_schemas', () => i18n._('Refresh schemas')],
  ['remove_ended_schedules', () => i18n._('Remove ended schedules')],
  ['remove_old_audit_entries', () => i18n._('Delete old audit entries')],
  ['remove_old_events', () => i18n._('Delete old usage events')],
  ['remove_orphan_files', () => i18n._('Delete files without a result')],
  ['send_report', () => i18n._('Send reports')],
  ['mail_mention', () => i18n._('Send emails about mentions')],
  ['tidy_database', () => i18n._('Reclaim space in the database')],
])

const queueTexts = new Map([
  ['queries', () => i18n._('Queries')],
  ['scheduled_queries', () => i18n._('Scheduled queries')],
  ['default', () => i18n._('Default')],
  ['emails', () => i18n._('Emails')],
  ['periodic', () => i18n._('Periodic tasks')],
  ['schemas', () => i18n._('Schemas')],
])

/** The name of a task or queue in plain words; null for one that is not ours. */
export const taskText = (name: string): string | null => (taskTexts.get(name) ?? queueTexts.get(name))?.() ?? null
