import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cached, mustHaveChecksum, program } from './cache.ts'

/** A published artifact of Maven Central with what it needs to run. */
export interface MavenArtifact {
  group: string
  artifact: string
  version: string
  /** SHA-256 of its own JAR, in hex. Maven compares the other files with the checksums of the repository. */
  sha256: string
  /** These artifacts are left out, since Maven Central does not have them: `group:artifact`, or `group:*` for all of a group. */
  without?: string[]
}

/** Returns a folder of the cache with the JARs of artifacts and of all that they depend on. The first one names the folder. */
export function mavenJars(first: MavenArtifact, ...others: MavenArtifact[]): Promise<string> {
  const artifacts = [first, ...others]
  return cached([`${first.artifact}-${first.version}`, ...others.map(dependencyOf)], async (folder) => {
    const project = join(folder, 'pom.xml')
    await writeFile(project, projectOf(artifacts))
    const args = [
      '--quiet',
      '--batch-mode',
      '--strict-checksums',
      'dependency:copy-dependencies',
      `-DoutputDirectory=${folder}`,
    ]
    await program('mvn', [...args, '-DincludeScope=runtime'], { cwd: folder, name: 'Maven (mvn)' })
    for (const { artifact, version, sha256 } of artifacts)
      await mustHaveChecksum(join(folder, `${artifact}-${version}.jar`), sha256)
    await rm(project)
  })
}

const projectOf = (artifacts: MavenArtifact[]) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sightline</groupId><artifactId>test-server</artifactId><version>1</version>
  <dependencies>${artifacts.map(dependencyOf).join('')}</dependencies>
</project>
`

const dependencyOf = ({ group, artifact, version, without = [] }: MavenArtifact) =>
  `<dependency>${named(group, artifact)}<version>${version}</version><exclusions>${without.map(exclusionOf).join('')}</exclusions></dependency>`

function exclusionOf(name: string): string {
  const [group = '', artifact = ''] = name.split(':')
  return `<exclusion>${named(group, artifact)}</exclusion>`
}

const named = (group: string, artifact: string) => `<groupId>${group}</groupId><artifactId>${artifact}</artifactId>`
