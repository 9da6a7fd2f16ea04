import type { Config } from '../platform/config.ts'
import { hasEmbedded } from '../platform/db/unmigrated.ts'

type Place = Pick<Config, 'dataDir' | 'secretKeyFile' | 'isSecretKeyNew'>

/**
 * Where the secret key is, which a backup does not contain. A file that is new was not there for the server, which then has its
 * key from the environment.
 */
export const keyPlace = ({ secretKeyFile, isSecretKeyNew }: Place): string =>
  isSecretKeyNew ? 'SIGHTLINE_SECRET_KEY' : (secretKeyFile ?? 'SIGHTLINE_SECRET_KEY')

/** @throws Error with one sentence if the command does not have the key of the installation */
export function mustHaveKey({ secretKeyFile, isSecretKeyNew }: Place): void {
  if (!isSecretKeyNew) return
  throw new Error(`There is no secret key in ${secretKeyFile}: put it there, or set SIGHTLINE_SECRET_KEY as for the server.`)
}

/** @throws Error with one sentence if there is no embedded database */
export function mustHaveEmbedded(config: Place): void {
  if (hasEmbedded(config)) return
  throw new Error(`There is no installation in ${config.dataDir}: set SIGHTLINE_DATA_DIR as for the server.`)
}
