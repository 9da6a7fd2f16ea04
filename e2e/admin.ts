/** Credentials of the first admin of every journey's server. */
export const ADMIN = { email: 'mara@example.com', password: 'a sentence works well' }

/** Environment variables that create the first admin as the setup page does. */
export const FIRST_START = {
  SIGHTLINE_ADMIN_EMAIL: ADMIN.email,
  SIGHTLINE_ADMIN_PASSWORD: ADMIN.password,
  SIGHTLINE_ORG_NAME: 'Meridian Air',
}
