import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Image } from './image.ts'

/** Namespaces for processes and mounts. The network stays that of this machine, so that tests reach the server. */
const ISOLATED = ['--fork', '--pid', '--mount', '--kill-child'] as const

/** Whether this process may create namespaces, which takes the superuser. */
export const canIsolate = (): boolean => spawnSync('unshare', [...ISOLATED, 'true']).status === 0

export const NO_NAMESPACES = 'This machine does not let the tests create namespaces of processes and mounts.'

/**
 * Mounts what a container with a read-only file system has, and starts its process as process 1: the image read-only, `/proc`,
 * empty folders in memory for `/tmp` and `/dev`, and the volumes, which are pairs of a folder here and one there.
 */
const START = `
set -e
root=$1 uid=$2 gid=$3 folder=$4; shift 4
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for name in null zero random urandom; do touch "$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"; done
while [ "$1" != -- ]; do mount --bind "$1" "$root$2"; shift 2; done; shift
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs unshare --root="$root" --wd="$folder" --setgid="$gid" --setuid="$uid" -- "$@"`

const run = promisify(execFile)

/** A process that runs as in a container. */
export interface Container {
  process: ChildProcess
  /** Runs a program in it. @throws Error if it does not exit with 0 */
  exec(command: readonly string[]): Promise<string>
  /** Sends a signal to its process 1 and waits for the exit. @returns the exit code; null if the signal killed it */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/**
 * Starts the entry point of an image, as its user, with a file system that is read-only but for `/tmp` and the volumes.
 * @param volumes folders of this machine, by the path in the container
 * @param settings environment variables, besides those of the image
 */
export function startContainer(
  image: Image,
  volumes: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>>,
): Container {
  const { root, user, workingFolder, entrypoint } = image
  const [uid, gid] = user.map(String) as [string, string]
  const mounts = Object.entries(volumes).flatMap(([there, here]) => [here, there])
  const args = ['sh', '-c', START, 'container', root, uid, gid, workingFolder, ...mounts, '--', ...entrypoint]
  const env = { ...image.env, ...settings }
  const child = spawn('unshare', [...ISOLATED, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const firstProcess = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
  const ended = once(child, 'close')
  return {
    process: child,
    async exec(command) {
      const place = ['--target', firstProcess(), '--pid', '--mount', '--root', '--wd', `--setgid=${gid}`, `--setuid=${uid}`]
      return (await run('nsenter', [...place, ...command], { env })).stdout
    },
    async end(signal) {
      process.kill(Number(firstProcess()), signal)
      await ended
      return child.exitCode
    },
  }
}
