import { z } from 'zod'
import { type AccountConfig, accountConfigFrom } from './settings/accounts.ts'
import { settingAreas } from './settings/areas.ts'
import { type EmailConfig, emailConfigFrom } from './settings/email.ts'
import { givenVariables } from './settings/environment.ts'
import { type FirstStartConfig, firstStartConfigFrom } from './settings/first-start.ts'
import { type MonitoringConfig, monitoringConfigFrom } from './settings/monitoring.ts'
import { type NetworkConfig, networkConfigFrom } from './settings/networks-and-folders.ts'
import { type OpenTelemetryConfig, openTelemetryConfigFrom } from './settings/opentelemetry.ts'
import { type QueryConfig, queryConfigFrom } from './settings/queries.ts'
import { withSecretsFromFiles } from './settings/secret-files.ts'
import { type ServerConfig, serverConfigFrom } from './settings/server.ts'
import { type SignInConfig, signInConfigFrom } from './settings/sign-in.ts'
import { type StorageConfig, storageConfigFrom } from './settings/storage.ts'
import { type WebAppConfig, webAppConfigFrom } from './settings/web-app.ts'

/** The settings of this process, read once from the environment. */
export interface Config
  extends ServerConfig,
    StorageConfig,
    FirstStartConfig,
    QueryConfig,
    NetworkConfig,
    EmailConfig,
    AccountConfig,
    WebAppConfig,
    MonitoringConfig,
    OpenTelemetryConfig {
  /** Sign-in methods besides email and password. */
  signIn: SignInConfig
}

const [server, storage, firstStart, queries, networks, email, signIn, webApp, monitoring, openTelemetry] = settingAreas

const Environment = z.object({
  ...server.settings,
  ...storage.settings,
  ...firstStart.settings,
  ...queries.settings,
  ...networks.settings,
  ...email.settings,
  ...signIn.settings,
  ...webApp.settings,
  ...monitoring.settings,
  ...openTelemetry.settings,
})

/**
 * Reads the settings from environment variables, and secrets from the files that these name; an empty one counts as unset.
 * @throws Error with one sentence that names the variable and the expected value
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(withSecretsFromFiles(givenVariables(env)))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const given = parsed.data
  refuseMissingOf(given)
  const stored = storageConfigFrom(given)
  const served = serverConfigFrom(given)
  return {
    ...served,
    ...stored,
    ...firstStartConfigFrom(given),
    ...queryConfigFrom(given),
    ...networkConfigFrom(given, stored.dataDir),
    ...emailConfigFrom(given),
    ...accountConfigFrom(given),
    ...webAppConfigFrom(given),
    ...monitoringConfigFrom(given),
    ...openTelemetryConfigFrom(given),
    signIn: signInConfigFrom(given, given.SIGHTLINE_TRUSTED_PROXIES),
  }
}

/** @throws Error if a process that is one of several lacks what all of them share */
function refuseMissingOf({
  SIGHTLINE_ROLE: role,
  SIGHTLINE_DATABASE_URL: databaseUrl,
  SIGHTLINE_SECRET_KEY: key,
}: z.output<typeof Environment>): void {
  if (role === 'all') return
  if (databaseUrl === undefined) {
    throw new Error(`SIGHTLINE_ROLE=${role} needs SIGHTLINE_DATABASE_URL: the embedded database serves one process only.`)
  }
  if (key === undefined) {
    throw new Error(`SIGHTLINE_ROLE=${role} needs SIGHTLINE_SECRET_KEY, the same for every process of this installation.`)
  }
}
