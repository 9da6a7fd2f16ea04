import * as audit from '../features/audit/service.ts'
import * as dataSources from '../features/data-sources/service.ts'
import * as destinations from '../features/destinations/service.ts'
import * as secondFactors from '../features/second-factor/service.ts'
import { changeKeyCheck, resetKeyCheck } from '../features/setup/stored-secrets.ts'
import type { Config } from '../platform/config.ts'
import {
  dropNewKey,
  dropNextKey,
  hasNextKey,
  keepNextKey,
  newSecretKey,
  secretKeyProblem,
  takeNextKey,
} from '../platform/crypto/secret-key.ts'
import type { Db } from '../platform/db/db.ts'
import { type CommandServices, type Invocation, OPERATOR, type ServiceCommand } from './command.ts'

const VARIABLE = 'SIGHTLINE_NEW_SECRET_KEY'

export const rotateKey: ServiceCommand = {
  name: 'rotate-key',
  takes: [],
  options: { 'key-stdin': { type: 'boolean' } },
  ignoresKeyCheck: true,
  help: [
    'Encrypts all stored secrets with another key. Stop all processes of Sightline first.',
    `The old key is the one that the server uses; the new one comes in ${VARIABLE}, or its _FILE,`,
    'or on standard input with --key-stdin. A key that Sightline keeps in its data directory',
    'is replaced by a random one when none is given. Cut off, the command may simply be repeated.',
  ],
  async run(call) {
    const given = await givenKey(call)
    const { config } = call.services
    return config.secretKeyFile === null
      ? rotateEnvironmentKey(call.services, given)
      : rotateKeyFile(call.services, config.secretKeyFile, given)
  },
}

async function givenKey({ env, isSet, readLine }: Invocation): Promise<string | null> {
  const key = isSet('key-stdin') ? (await readLine()).trim() : env[VARIABLE] || null
  const problem = key === null ? null : secretKeyProblem(key, isSet('key-stdin') ? 'The new key' : VARIABLE)
  if (problem !== null) throw new Error(problem)
  return key
}

/** The operator manages the key; only the secrets are re-encrypted. */
async function rotateEnvironmentKey(services: CommandServices, key: string | null): Promise<string> {
  if (key === null) throw new Error(`Give the new key in ${VARIABLE}, or on standard input with --key-stdin.`)
  const counts = await rotate(services, key)
  return `${done(counts)} Start Sightline with the new key in SIGHTLINE_SECRET_KEY from now on.`
}

/** Sightline manages the key file; it is replaced after the secrets are re-encrypted. */
async function rotateKeyFile(services: CommandServices, path: string, given: string | null): Promise<string> {
  const isRepeated = hasNextKey(path)
  const key = keepNextKey(path, given ?? newSecretKey())
  if (given !== null && key !== given) {
    throw new Error('A change to another new key was cut off: finish that one first, by repeating the command without a key.')
  }
  try {
    const counts = await rotate(services, key)
    takeNextKey(path)
    return `${done(counts)} The new key is in ${path}.`
  } catch (error) {
    // A refusal has changed nothing, so the new key can go, unless an earlier run got further.
    if (error instanceof Refused && !isRepeated) dropNextKey(path)
    throw error
  }
}

/** The rotation was refused and no secret has changed. */
class Refused extends Error {}

/** The number of re-encrypted records. */
interface Counts {
  data_sources: number
  destinations: number
}

async function rotate({ db, now, config }: CommandServices & { config: Config }, key: string): Promise<Counts> {
  if (key === config.secretKey) throw new Error('The new key is the one that is in use already.')
  return db.transaction(async (tx) => {
    if (!(await changeKeyCheck(tx, { old: config.secretKey, new: key }))) {
      throw new Refused('Nothing was changed: the old key is not the one that the secrets in the database are encrypted with.')
    }
    const ofSources = await dataSources.reencryptOptions(tx, config.secretKey, key)
    const ofDestinations = await destinations.reencryptOptions(tx, config.secretKey, key)
    const ofApps = await secondFactors.reencryptSecrets(tx, config.secretKey, key)
    const unreadable = [...ofSources.unreadable, ...ofDestinations.unreadable].map((name) => `"${name}"`)
    if (unreadable.length > 0) {
      const remedy = 'Enter them again or delete them, then retry.'
      throw new Refused(`Nothing was changed: the old key does not read the options of ${unreadable.join(', ')}. ${remedy}`)
    }
    if (ofApps.unreadable.length > 0) {
      const names = ofApps.unreadable.map((name) => `"${name}"`).join(', ')
      throw new Refused(
        `Nothing was changed: the old key does not read the authenticator apps of ${names}. Reset their second factors, then retry.`,
      )
    }
    const details = {
      data_sources: ofSources.changed,
      destinations: ofDestinations.changed,
      ...(ofApps.changed === 0 ? {} : { authenticator_apps: ofApps.changed }),
    }
    await audit.record({ db: tx, now }, { actor: OPERATOR, origin: null, action: 'secret_key.rotate', details })
    return details
  })
}

function done({ data_sources, destinations: count }: Counts): string {
  const sources = data_sources === 1 ? '1 data source' : `${data_sources} data sources`
  const others = count === 1 ? '1 alert destination' : `${count} alert destinations`
  return `The secrets of ${sources} and ${others} are under the new key.`
}

export const forgetSecrets: ServiceCommand = {
  name: 'forget-secrets',
  takes: [],
  options: { confirm: { type: 'boolean' } },
  ignoresKeyCheck: true,
  help: [
    'The last way out when the secret key is lost. Stop all processes of Sightline first.',
    'Empties the options of all data sources and alert destinations that the key does not read, for good,',
    'so that they have to be entered again, and starts over with the key that the server has now.',
    'Authenticator apps that the key does not read are removed; their users set them up again.',
    'Without --confirm it only says which these are.',
  ],
  run: ({ services, isSet }) => (isSet('confirm') ? forget(services) : preview(services)),
}

async function forget({ db, now, config }: CommandServices): Promise<string> {
  const key = config.secretKey
  const locked = await db.transaction(async (tx) => {
    const found = await unreadableIn(tx, key)
    await dataSources.clearOptions(tx, key, found.dataSources)
    await destinations.clearOptions(tx, key, found.destinations)
    await secondFactors.removeUnreadable(tx, key)
    await resetKeyCheck(tx, key)
    const details = { data_sources: namesOf(found.dataSources), destinations: namesOf(found.destinations) }
    await audit.record({ db: tx, now }, { actor: OPERATOR, origin: null, action: 'secret_key.forget', details })
    return found
  })
  return `Sightline has forgotten ${listed(locked)}. Start it and enter them again.`
}

async function preview({ db, config }: CommandServices): Promise<string> {
  const locked = await unreadableIn(db, config.secretKey)
  // The lost key may still be found and restored at this path.
  if (config.isSecretKeyNew && config.secretKeyFile !== null) dropNewKey(config.secretKeyFile)
  return `Nothing was changed. With --confirm, Sightline forgets ${listed(locked)}, for good.`
}

interface Named {
  id: number
  name: string
}
/** Records whose options the key does not decrypt. */
interface Unreadable {
  dataSources: Named[]
  destinations: Named[]
}

const unreadableIn = async (db: Db, key: string): Promise<Unreadable> => ({
  dataSources: await dataSources.unreadableOptions(db, key),
  destinations: await destinations.unreadableOptions(db, key),
})

const namesOf = (records: Named[]) => records.map(({ name }) => name)

function listed({ dataSources: sources, destinations: others }: Unreadable): string {
  const quoted = (records: Named[]) => namesOf(records).map((name) => `"${name}"`)
  if (sources.length + others.length === 0) return 'no options, as the key reads all there are'
  const parts = [
    ...(sources.length > 0 ? [`the data sources ${quoted(sources).join(', ')}`] : []),
    ...(others.length > 0 ? [`the alert destinations ${quoted(others).join(', ')}`] : []),
  ]
  return `the options of ${parts.join(' and of ')}`
}
