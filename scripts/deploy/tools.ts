import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where the programs are kept between two runs. */
const CACHE = resolve('node_modules/.cache/deploy')

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.19.2'
/** The reference implementation of the Compose Specification, with a program that checks a file. */
const COMPOSE = 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2'
/** Has the schemas of all versions of Kubernetes, so that nothing is downloaded for a check. */
const KUBERNETES = 'kubernetes-validate==1.37.0'

/** The programs that check the files of `deploy`. */
export interface Tools {
  helm(...args: string[]): string
  compose(...args: string[]): string
  /** Checks manifests against the schemas of a version of Kubernetes. */
  kubernetes(version: string, manifests: string): void
}

/**
 * Installs the programs, with Go and Python, unless they are there.
 * @throws Error with a sentence if Go or Python is missing
 */
export function installTools(): Tools {
  mustHave('go', ['version'], 'Go')
  mustHave('python3', ['-m', 'pip', '--version'], 'Python 3 with pip')
  const helm = goProgram('helm', HELM)
  const compose = goProgram('cmd', COMPOSE)
  const python = join(CACHE, 'python')
  if (!existsSync(python)) run('python3', ['-m', 'pip', 'install', '--quiet', '--target', python, KUBERNETES])
  return {
    helm: (...args) => run(helm, args),
    compose: (...args) => run(compose, args),
    kubernetes(version, manifests) {
      const args = ['-m', 'kubernetes_validate', '--strict', '--kubernetes-version', version, manifests]
      run('python3', args, { PYTHONPATH: python })
    },
  }
}

function mustHave(command: string, args: string[], name: string): void {
  if (spawnSync(command, args).status === 0) return
  throw new Error(`npm run test:deploy needs ${name}, which is not installed here.`)
}

/** @returns the path of the program */
function goProgram(name: string, module: string): string {
  const folder = join(CACHE, 'bin')
  const path = join(folder, name)
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    run('go', ['install', module], { GOBIN: folder })
  }
  return path
}

/** @throws Error with what the program wrote, if it fails */
function run(command: string, args: string[], env: Record<string, string> = {}): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`.trimEnd(), { cause: error })
  }
}
