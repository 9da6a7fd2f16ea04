import { describeAnswers, describeRefusals } from './conformance/answers.ts'
import { describeConnections, describeSchema } from './conformance/connections.ts'
import { testSubject } from './conformance/runs.ts'
import type { ConformanceSetup } from './conformance/setup.ts'
import { describeStopping } from './conformance/stopping.ts'
import type { AnyRunner } from './runner.ts'

// Test cases that every type of data source must pass. The test of a type calls `describeConformance` with queries of its own.

/** Defines the conformance tests of a runner, except the cases that do not apply. */
export function describeConformance(runner: AnyRunner, setup: ConformanceSetup): void {
  const subject = testSubject(runner, setup)
  describeConnections(subject)
  describeAnswers(subject)
  describeRefusals(subject)
  describeStopping(subject)
  describeSchema(subject)
}
