/** The tasks in plain words. The queue of a background job has the name of its task. */
const taskTexts = new Map([
  ['redash.tasks.execute_query', 'Run a query'],
  ['clean_up_results', 'Delete unused results'],
  ['deliver_alert', 'Send alerts'],
  ['forget_alert_events', 'Delete old alert history'],
  ['look_after_alerts', 'Check alerts'],
  ['look_for_reports', 'Find due reports'],
  ['mail_password_reset', 'Send password reset links'],
  ['mail_schedule_failures', 'Report failed schedules by email'],
  ['refresh_schemas', 'Refresh schemas'],
  ['remove_ended_schedules', 'Remove ended schedules'],
  ['remove_old_audit_entries', 'Delete old audit entries'],
  ['remove_old_events', 'Delete old usage events'],
  ['remove_orphan_files', 'Delete files without a result'],
  ['send_report', 'Send reports'],
  ['mail_mention', 'Send emails about mentions'],
  ['tidy_database', 'Reclaim space in the database'],
])

const queueTexts = new Map([
  ['queries', 'Queries'],
  ['scheduled_queries', 'Scheduled queries'],
  ['default', 'Default'],
  ['emails', 'Emails'],
  ['periodic', 'Periodic tasks'],
  ['schemas', 'Schemas'],
])

/** The name of a task or queue in plain words; null for one that is not ours. */
export const taskText = (name: string): string | null => taskTexts.get(name) ?? queueTexts.get(name) ?? null
