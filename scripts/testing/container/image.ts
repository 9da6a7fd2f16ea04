import { execFileSync } from 'node:child_process'
import { cpSync, linkSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyContext } from './build-context.ts'
import { type Instruction, type Stage, stagesOf } from './dockerfile.ts'
import { copySharedLibraries } from './shared-libraries.ts'

/** The file system of an image in a folder, and how its process is started. */
export interface Image {
  root: string
  env: Record<string, string>
  workingFolder: string
  /** User and group id. */
  user: [number, number]
  entrypoint: readonly string[]
  healthCheck: readonly string[]
  volumes: readonly string[]
}

/** Stages that are not run, because their files are on this machine: paths here by the path in the stage. */
export type ReadyStages = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Build {
  folder: string
  /** The folder that `COPY` without `--from` copies as a whole, but for what `.dockerignore` names. */
  context: string
  ready: ReadyStages
  images: Map<string, Image>
}

/** Where official images of Node.js have the program. */
const NODE = '/usr/local/bin/node'

/**
 * Runs the instructions of a Dockerfile without a container engine: each stage becomes a folder. A stage from an image of Node.js
 * uses the Node.js of this process and the programs of this machine; one from an image of C libraries gets those of this machine.
 * @param folder an empty folder for the stages
 * @param context the folder that `COPY` without `--from` copies, without what its `.dockerignore` names
 * @returns the image of the last stage
 */
export function buildImage(dockerfile: string, folder: string, context: string, ready: ReadyStages = {}): Image {
  const build: Build = { folder, context, ready, images: new Map() }
  let image: Image | null = null
  for (const stage of stagesOf(dockerfile)) {
    if (stage.name !== null && stage.name in ready) continue
    image = runStage(build, stage)
    if (stage.name !== null) build.images.set(stage.name, image)
  }
  if (image === null) throw new Error('The Dockerfile makes no image.')
  return image
}

function runStage(build: Build, { name, base, instructions }: Stage): Image {
  const root = join(build.folder, name ?? 'image')
  mkdirSync(root, { recursive: true, mode: 0o755 })
  const image: Image = {
    root,
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    workingFolder: '/',
    user: [0, 0],
    entrypoint: [],
    healthCheck: [],
    volumes: [],
  }
  if (base.startsWith('node:')) placeNode(join(root, NODE))
  for (const instruction of instructions) run(build, image, instruction)
  if (!base.includes('/cc-debian')) return image
  copySharedLibraries(root)
  for (const name of ['dev', 'proc', 'tmp']) mkdirSync(join(root, name))
  return image
}

function placeNode(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  // Without a copy, if the folders are on the same disk.
  execFileSync('sh', ['-c', 'ln "$0" "$1" 2>/dev/null || cp "$0" "$1"', process.execPath, path])
}

function run(build: Build, image: Image, { name, flags, args, text }: Instruction): void {
  const [first = ''] = args
  switch (name) {
    case 'WORKDIR':
      image.workingFolder = first
      mkdirSync(join(image.root, first), { recursive: true })
      break
    case 'COPY':
      copy(build, image, flags, args)
      break
    case 'RUN':
      runCommand(image, text)
      break
    case 'ENV':
      for (const arg of args) image.env[arg.slice(0, arg.indexOf('='))] = arg.slice(arg.indexOf('=') + 1)
      break
    case 'USER':
      image.user = pairOf(first)
      break
    case 'ENTRYPOINT':
      image.entrypoint = args
      break
    case 'HEALTHCHECK':
      image.healthCheck = args
      break
    case 'VOLUME':
      image.volumes = args
      break
    case 'EXPOSE':
    case 'STOPSIGNAL':
      break
    default:
      throw new Error(`The build without a container engine does not know the instruction ${name}.`)
  }
}

/** Runs a command in the folder of the stage, with its Node.js before the programs of this machine. */
function runCommand({ root, env, workingFolder }: Image, command: string): void {
  const PATH = `${join(root, dirname(NODE))}:${process.env.PATH}`
  execFileSync('sh', ['-ec', command], {
    cwd: join(root, workingFolder),
    env: { ...process.env, ...env, PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function copy({ context, ready, images }: Build, image: Image, flags: Instruction['flags'], args: readonly string[]): void {
  const last = args.at(-1) ?? ''
  const target = join(image.root, last.startsWith('/') ? '' : image.workingFolder, last)
  if (flags.from === undefined) {
    copyContext(context, target, readFileSync(join(context, '.dockerignore'), 'utf8'))
    return
  }
  for (const path of args.slice(0, -1)) {
    const source = ready[flags.from]?.[path] ?? join(mustFind(images, flags.from).root, path)
    mkdirSync(statSync(source).isDirectory() ? target : dirname(target), { recursive: true })
    // Hard links make the copy without reading it; what gets another owner is copied.
    if (flags.chown === undefined) copyByLinks(source, target)
    else cpSync(source, target, { recursive: true })
  }
  if (flags.chown) execFileSync('chown', ['-R', flags.chown, target])
  if (flags.chmod) execFileSync('chmod', ['-R', flags.chmod, target])
}

function copyByLinks(source: string, target: string): void {
  if (statSync(source).isDirectory()) execFileSync('cp', ['-a', '-l', `${source}/.`, target])
  else linkSync(source, target)
}

function mustFind(images: ReadonlyMap<string, Image>, stage: string): Image {
  const image = images.get(stage)
  if (image === undefined) throw new Error(`The Dockerfile has no stage ${stage} before this one.`)
  return image
}

function pairOf(user: string): [number, number] {
  const [uid = 0, gid = uid] = user.split(':').map(Number)
  return [uid, gid]
}
