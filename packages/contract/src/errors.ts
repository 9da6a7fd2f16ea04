/** All errors of the API by code, with HTTP status and error message. `{name}` is replaced from the details. */
export const catalogue = {
  bad_request: { status: 400, message: 'The browser (or proxy) sent a request that this server could not understand.' },
  invalid_input: { status: 400, message: '{reason}' },
  csrf_invalid: { status: 400, message: 'The CSRF token is missing.' },
  page_not_positive: { status: 400, message: 'Page must be positive integer.' },
  page_out_of_range: { status: 400, message: 'Page is out of range.' },
  page_size_out_of_range: { status: 400, message: 'Page size is out of range (1-250).' },
  unauthenticated: { status: 404, message: "Couldn't find resource. Please login and try again." },
  forbidden: {
    status: 403,
    message:
      "You don't have the permission to access the requested resource. It is either read-protected or not readable by the server.",
  },
  user_key_needed: { status: 403, message: 'Please use a user API key.' },
  not_owner: { status: 403, message: "You don't have permission to edit this resource." },
  not_found: {
    status: 404,
    message:
      'The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.',
  },
  method_not_allowed: { status: 405, message: 'The method is not allowed for the requested URL.' },
  version_conflict: {
    status: 409,
    message:
      'A conflict happened while processing the request. The resource might have been modified while the request was being processed.',
  },
  reference_changed: {
    status: 409,
    message:
      'Something that this request refers to was deleted while the request was being processed. Please reload and try again.',
  },
  too_slow: { status: 408, message: 'The request did not arrive in time.' },
  too_large: { status: 413, message: 'The request is larger than this server accepts.' },
  headers_too_large: { status: 431, message: 'The URL and the headers of the request are longer than this server accepts.' },
  too_many_requests: { status: 429, message: '{limit}' },
  too_many_runs: {
    status: 429,
    message: 'Too many runs of this query or dashboard are waiting. Please try again in {retry_after} seconds.',
  },
  too_many_streams: { status: 429, message: 'Too many runs are being followed at once. Please try again in a moment.' },
  internal: { status: 500, message: 'Internal Server Error' },
  database_unavailable: {
    status: 503,
    message: 'The database of this server cannot be reached. Please try again in a moment.',
  },
  outcome_unknown: {
    status: 503,
    message:
      'The connection to the database of this server was lost. Your request may have been carried out: check before you repeat it.',
  },
  process_lost: {
    status: 503,
    message: 'The process that worked on this ended unexpectedly. Please try again.',
  },
  export_busy: { status: 503, message: 'Many files are being written at the moment. Please try again in a minute.' },
  export_failed: { status: 500, message: 'The file could not be written: it took too long or needed too much memory.' },
  not_ready: { status: 503, message: 'The server cannot work at the moment. Please try again later.' },

  setup_done: { status: 404, message: 'Sightline is already set up. Please sign in.' },
  setup_token_invalid: {
    status: 403,
    message: 'Open the URL that the server printed at startup. It contains the one-time setup token.',
  },
  wrong_credentials: { status: 401, message: 'Wrong email or password.' },

  second_factor_needed: {
    status: 401,
    message: 'This account has a second factor. Please sign in on the sign-in page, or use an API key in other programs.',
  },
  second_factor_setup_needed: {
    status: 401,
    message: 'Your organization requires a second factor. Please sign in on the sign-in page and set it up.',
  },
  second_factor_wrong: { status: 401, message: 'This code is wrong, too old or already used. Please enter the current one.' },
  second_step_expired: { status: 401, message: 'This took too long or was started in another browser. Please sign in again.' },
  second_factor_setup_wrong: {
    status: 400,
    message:
      'This code does not belong to the app that you are setting up. Check the clock of your device, and enter the current code.',
  },
  second_factor_setup_expired: { status: 400, message: 'The set-up took too long. Please begin again.' },
  second_factor_required: {
    status: 400,
    message: 'Your organization requires a second factor. Set up another one before you remove the last.',
  },
  second_factor_own: { status: 403, message: 'Remove your own second factor on your profile. Another admin can reset it.' },
  second_factor_missing: { status: 400, message: 'You have no second factor. Set up an authenticator app or a passkey first.' },
  passkey_address_unknown: {
    status: 400,
    message: 'Passkeys need a fixed address of this server: an operator has to set SIGHTLINE_BASE_URL.',
  },
  passkey_refused: { status: 401, message: 'The passkey was not accepted. Please try again, or use another way to sign in.' },
  passkey_invalid: { status: 400, message: 'The passkey could not be added. Please try again.' },
  passkey_limit: { status: 400, message: 'You can have at most {limit} passkeys. Please remove one first.' },

  password_login_disabled: { status: 403, message: 'Password login is not enabled for your organization.' },
  account_throttled: { status: 429, message: 'Too many sign-in attempts. Please wait {minutes} minutes and try again.' },
  sign_in_refused: { status: 403, message: 'Sign-in failed. Please try again, or ask an administrator.' },
  sign_in_expired: { status: 400, message: 'Sign-in took too long or was started in another browser. Please try again.' },
  sign_in_unavailable: { status: 502, message: 'The sign-in service did not answer. Please try again in a moment.' },
  account_disabled: { status: 403, message: 'Your account is disabled. Please ask an administrator to enable it.' },
  account_not_allowed: { status: 403, message: 'You do not have an account here. Please ask an administrator to invite you.' },
  email_unproved: {
    status: 403,
    message: 'The sign-in service has not verified your email address. Please ask an administrator.',
  },
  email_domain_blocked: {
    status: 403,
    message: 'Email addresses of your domain are not allowed here. Please ask an administrator.',
  },
  account_not_linked: {
    status: 403,
    message:
      'An account with your email address already exists and is not linked to this sign-in service. Please ask an administrator.',
  },
  identity_conflict: {
    status: 403,
    message: 'The account with your email address belongs to someone else. Please ask an administrator.',
  },
  no_password_account: {
    status: 403,
    message: 'This account has no password. Use another sign-in method on the sign-in page.',
  },
  link_invalid: {
    status: 400,
    message: 'Your invite link is invalid. Bad signature. Please double-check the token.',
  },
  link_user_unknown: {
    status: 400,
    message: 'Your invite link is invalid. Bad user id in token. Please ask for a new one.',
  },
  link_expired: { status: 400, message: 'Your invite link has expired. Please ask for a new one.' },
  link_used: { status: 400, message: 'This link has already been used or replaced by a newer one. Please ask for a new one.' },
  invitation_accepted: {
    status: 400,
    message: 'This invitation has already been accepted. Please try resetting your password instead.',
  },
  verification_invalid: { status: 400, message: 'Your verification link is invalid. Please ask for a new one.' },
  password_missing: { status: 400, message: 'Bad Request' },
  password_empty: { status: 400, message: 'Cannot use empty password.' },

  bad_email: { status: 400, message: 'Bad email address.' },
  email_taken: { status: 400, message: 'Email already taken.' },
  old_password_missing: { status: 403, message: 'Must provide current password to update password.' },
  email_password_missing: { status: 403, message: 'Enter your current password to change your email address.' },
  session_needed: { status: 403, message: 'You cannot do this with an API key. Please sign in.' },
  old_password_wrong: { status: 403, message: 'Incorrect current password.' },
  password_too_short: { status: 400, message: 'Password length is too short (<6).' },
  password_common: { status: 400, message: 'This password is one of the most common ones. Please choose another.' },
  password_personal: { status: 400, message: 'The password must not be your name or email address.' },
  groups_for_admins: { status: 403, message: 'Must be admin to change groups membership.' },
  own_groups: { status: 403, message: 'You cannot change your own groups. Please ask another admin to do this for you.' },
  group_invalid: { status: 400, message: 'Group id {id} is invalid.' },
  unscoped_key_needed: {
    status: 403,
    message: 'You cannot do this with an API key that has scopes. Please sign in, or use your personal API key.',
  },
  scope_missing: { status: 403, message: 'This API key does not permit this call: it needs the scope {scope}.' },
  api_key_scope_refused: { status: 403, message: 'Only admins can have API keys with the scope administer.' },
  api_key_limit: { status: 400, message: 'A user can have at most {limit} valid API keys. Please revoke one first.' },
  api_key_expiry_past: { status: 400, message: 'The API key must expire in the future.' },
  api_key_expiry_far: { status: 400, message: 'An API key must expire within {days} days.' },
  service_account: { status: 400, message: 'A service account cannot sign in, has no email address and gets no mail.' },
  delete_self: {
    status: 403,
    message: 'You cannot delete your own account. Please ask another admin to do this for you.',
  },
  delete_active: { status: 403, message: 'You cannot delete activated users. Please disable the user instead.' },
  disable_self: {
    status: 403,
    message: 'You cannot disable your own account. Please ask another admin to do this for you.',
  },
  last_admin: { status: 400, message: 'There must be at least one active admin. Please make someone else an admin first.' },
  user_disabled: { status: 404, message: 'Not found' },
  not_pending: { status: 400, message: 'This user has already accepted the invitation.' },
  picture_invalid: { status: 400, message: 'The picture must be a PNG, JPEG or WebP file.' },
  picture_too_large: { status: 413, message: 'The picture must not be larger than 1 MB.' },
  group_builtin_change: { status: 400, message: "Can't modify built-in groups." },
  group_builtin_delete: { status: 400, message: "Can't delete built-in groups." },
  group_builtin_leave: {
    status: 403,
    message: 'You cannot leave a built-in group yourself. Please ask another admin to do this for you.',
  },

  query_archived: {
    status: 400,
    message: 'This query is archived and can no longer be changed. Fork it to go on working with it.',
  },
  dashboard_archived: {
    status: 400,
    message: 'This dashboard is archived and can no longer be changed. Fork it to go on working with it.',
  },
  alert_query_archived: { status: 400, message: 'This query is archived, so an alert on it would never be checked.' },
  alert_template_invalid: { status: 400, message: '{reason}' },
  already_subscribed: { status: 400, message: '{name} is already subscribed to this alert.' },
  subscription_exists: { status: 400, message: '{name} is already subscribed to this.' },
  subscription_schedule_invalid: { status: 400, message: '{reason}' },
  subscription_link_invalid: {
    status: 400,
    message: 'This link does not belong to a subscription. Please check that it is complete.',
  },
  subscription_over: { status: 404, message: 'This subscription has already ended.' },
  subscription_takes_no_pdf: { status: 400, message: 'Only mailed reports of dashboards can have a PDF.' },
  subscription_archived: { status: 400, message: 'You cannot subscribe to something that is archived.' },
  destination_takes_no_reports: { status: 400, message: 'Destinations of the type {type} cannot receive reports.' },
  mail_not_configured: {
    status: 400,
    message: 'Email is not configured. Ask the operator to set SIGHTLINE_MAIL_URL and SIGHTLINE_MAIL_FROM.',
  },
  mail_not_sent: {
    status: 502,
    message: 'The email was not sent. Please ask an administrator to check the mail settings.',
  },
  destination_not_found: { status: 400, message: 'This destination does not exist.' },
  textbox_empty: { status: 400, message: 'A textbox needs some text.' },
  sharing_off: { status: 403, message: 'Sharing dashboards is switched off for this installation.' },
  rows_not_shared: { status: 403, message: 'The rows behind the marks of this dashboard are not shown to visitors.' },
  public_urls_disabled: { status: 400, message: 'Public URLs are disabled.' },
  sharing_unsafe: {
    status: 400,
    message:
      'For your security, sharing is currently not supported for dashboards containing queries with text parameters. Consider changing the text parameters in your query to a different type.',
  },
  sharing_restricted: {
    status: 403,
    message:
      'This dashboard shows data of a data source that you do not have full access to, so it is not for you to make public.',
  },
  dashboard_public: {
    status: 403,
    message:
      'This dashboard is public: only its owner and admins can add visualizations to it, and only of data sources that they have full access to.',
  },
  query_public: {
    status: 403,
    message:
      'This query is shown on a public dashboard, so its dropdowns can only use data sources that you have full access to.',
  },
  access_type_unknown: { status: 400, message: 'Unknown access type.' },
  grantee_not_found: { status: 400, message: 'User not found.' },
  format_not_supported: { status: 400, message: 'Query formatting is not supported for your data source syntax.' },
  no_cached_result: { status: 404, message: 'No cached result found for this query.' },
  result_unavailable: { status: 404, message: 'Cached query result unavailable, please execute again.' },
  result_damaged: { status: 500, message: 'The stored result cannot be read. Please execute the query again.' },
  disk_full: { status: 507, message: 'The disk of the server is full. Ask an admin to make room, and try again.' },
  storage_unavailable: { status: 503, message: '{reason} Ask an admin, and try again.' },
  result_restricted: {
    status: 403,
    message: 'You do not have access to all data sources that this result was read from.',
  },
  disk_almost_full: {
    status: 507,
    message:
      'Only {megabytes} MB are free on the disk of the server, so no query is run. Ask an admin to make room, and try again.',
  },
  result_type_unknown: { status: 404, message: 'Unknown result format "{type}". Use json, csv, tsv, xlsx or parquet.' },
  job_not_found: { status: 404, message: 'This job is unknown or has expired.' },
  job_not_yours: { status: 403, message: 'Only those who started this execution, or an admin, may cancel it.' },
  incompatible_parameters: {
    status: 400,
    message: 'The following parameter values are incompatible with their definitions: {names}',
  },
  dropdown_detached: {
    status: 400,
    message: 'This query is detached from any data source. Please select a different query.',
  },
  dropdown_unmatched: {
    status: 400,
    message:
      'You are trying to associate a dropdown query that does not have a matching group. Please verify the dropdown query id you are trying to associate with this query.',
  },
  dropdown_failed: { status: 400, message: 'The options of a dropdown could not be read: {reason}' },
  dropdown_slow: { status: 503, message: 'The query behind a dropdown is still running. Please try again in a moment.' },
  last_table: { status: 400, message: 'The first table of a query cannot be deleted.' },
  visualization_options_invalid: { status: 400, message: '{reason}' },
  visualization_in_use: { status: 400, message: 'This visualization is used on a dashboard.' },

  data_source_name_taken: { status: 400, message: 'Data source with the name {name} already exists.' },
  data_source_type_unknown: { status: 400, message: 'Unknown data source type "{type}".' },
  data_source_options_invalid: { status: 400, message: '{reason}' },
  data_source_locked: {
    status: 500,
    message:
      'The stored options of this data source cannot be read: they were encrypted with another SIGHTLINE_SECRET_KEY. Enter them again, or start Sightline with the key of that time.',
  },
  destination_name_taken: { status: 400, message: 'Alert Destination with the name {name} already exists.' },
  destination_type_unknown: { status: 400, message: 'Unknown alert destination type "{type}".' },
  destination_options_invalid: { status: 400, message: '{reason}' },
  snippet_trigger_taken: { status: 400, message: 'There is already a snippet with the trigger {trigger}.' },
  scim_unauthorized: { status: 401, message: 'The SCIM token is missing, wrong or revoked.' },
  scim_filter_invalid: { status: 400, message: 'The filter is not valid: {reason}' },
  scim_value_invalid: { status: 400, message: '{reason}' },
  scim_path_invalid: { status: 400, message: 'The path "{path}" is not valid.' },
  scim_patch_invalid: { status: 400, message: '{reason}' },
  scim_exists: { status: 409, message: '{reason}' },
  scim_admin_email: { status: 403, message: 'The email address of an admin can be changed only in Sightline.' },
  scim_tokens_full: { status: 400, message: 'There are two SCIM tokens already. Revoke one first.' },
  upload_invalid: { status: 400, message: '{reason}' },
} as const

export type ErrorCode = keyof typeof catalogue

/** The body of every failed response. */
export interface ErrorBody {
  message: string
  code: ErrorCode
  details?: Record<string, unknown>
}

/**
 * The error message for a code, with `{name}` placeholders replaced from the details.
 * @param message a translation of the message
 */
export function messageOf(
  code: ErrorCode,
  details: Record<string, unknown> = {},
  message: string = catalogue[code].message,
): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
}
