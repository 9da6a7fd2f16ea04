/** The first admin of every installation that journeys walk through. */
export const ADMIN = { email: 'mara@example.com', password: 'a sentence works well' }

/** The first admin, as the set-up creates it. */
export const FIRST_START = {
  SIGHTLINE_ADMIN_EMAIL: ADMIN.email,
  SIGHTLINE_ADMIN_PASSWORD: ADMIN.password,
  SIGHTLINE_ORG_NAME: 'Meridian Air',
}
