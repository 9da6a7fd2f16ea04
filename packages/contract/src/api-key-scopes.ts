/**
 * The scopes of API keys, each of which permits a kind of calls within the rights of the key's owner.
 * - `read`: lists, definitions and stored results
 * - `run`: running queries at the data sources, with the results that answer a run
 * - `edit`: queries, dashboards, alerts, subscriptions and other objects of users
 * - `administer`: users, groups, data sources, settings, and the credentials of the owner
 */
export const apiKeyScopes = ['read', 'run', 'edit', 'administer'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** The longest lifetime in days that the organization can set. */
export const MAX_API_KEY_DAYS = 3650
