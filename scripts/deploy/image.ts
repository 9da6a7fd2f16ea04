import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canIsolate, NO_NAMESPACES, startContainer } from '../testing/container/container.ts'
import { buildImage } from '../testing/container/image.ts'

/** A port that is hardly in use; the container shares the network of this machine. */
const PORT = '15621'

/**
 * Runs all instructions of the Dockerfile, from the source to the image, and starts the image with an empty volume.
 * @param folder an empty folder for the stages and the volume
 * @returns a sentence about what has been seen
 * @throws Error with a sentence if the container does not stop by itself
 */
export async function checkImage(folder: string): Promise<string> {
  const image = buildImage(readFileSync('Dockerfile', 'utf8'), folder, '.')
  const built = 'All instructions of the Dockerfile run.'
  if (!canIsolate()) return `${built} The image was not started. ${NO_NAMESPACES}`
  const volume = join(folder, 'volume')
  mkdirSync(volume)
  chownSync(volume, ...image.user)
  const volumes = Object.fromEntries(image.volumes.map((path) => [path, volume]))
  const container = startContainer(image, volumes, { PORT, SIGHTLINE_SAMPLE_DATA: '0' })
  try {
    if (container.process.stdout) await once(container.process.stdout, 'data')
    await container.exec(image.healthCheck)
    const code = await container.end('SIGTERM')
    if (code !== 0) throw new Error(`The container ended with ${code} after SIGTERM.`)
  } finally {
    container.process.kill('SIGKILL')
  }
  return `${built} The image starts, is healthy, and stops by itself.`
}
