import type { z } from 'zod'
import { accountSettings } from './accounts.ts'
import { emailSettings } from './email.ts'
import { firstStartSettings } from './first-start.ts'
import { monitoringSettings } from './monitoring.ts'
import { networkSettings } from './networks-and-folders.ts'
import { openTelemetrySettings } from './opentelemetry.ts'
import { querySettings } from './queries.ts'
import { serverSettings } from './server.ts'
import { factsOf, type SettingArea } from './setting.ts'
import { signInSettings } from './sign-in.ts'
import { storageSettings } from './storage.ts'
import { webAppSettings } from './web-app.ts'

/** All settings, by subject, in the order of the reference page. */
export const settingAreas = [
  { title: 'Server', settings: serverSettings },
  { title: 'Storage', settings: storageSettings },
  { title: 'First start', settings: firstStartSettings },
  { title: 'Running queries', settings: querySettings },
  { title: 'Networks and folders', settings: networkSettings },
  { title: 'Email', settings: emailSettings },
  { title: 'Signing in', settings: { ...accountSettings, ...signInSettings } },
  { title: 'Web app and public pages', settings: webAppSettings },
  { title: 'Log and monitoring', settings: monitoringSettings },
  { title: 'OpenTelemetry', settings: openTelemetrySettings },
] as const satisfies readonly SettingArea[]

/** Name and schema of each setting. */
export const allSettings = (): [string, z.ZodType][] => settingAreas.flatMap(({ settings }) => Object.entries(settings))

/** The names of the settings whose values are secrets. */
export const secretSettings = (): string[] =>
  allSettings().flatMap(([name, schema]) => (factsOf(name, schema).isSecret ? [name] : []))
