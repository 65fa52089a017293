import { describe, expect, it } from 'vitest';
import { act } from '../../arbitraries/plots/scene.ts';
import type { WorkloadStep } from '../../scenario/steps/step.ts';
import { createCourse } from './course.ts';

const PAID = act('alice', { op: 'pay', to: 'bob', amount: 1n, token: undefined }).step;
const PAY = PAID as Extract<WorkloadStep, { readonly op: 'transaction' }>;
const AHEAD: WorkloadStep = { ...PAY, await: false };
const SHARED: WorkloadStep = { ...PAY, from: 'treasury' };
const BURN = act('alice', { op: 'burn', token: 'gold', amount: 1n }).step;
const WAIT: WorkloadStep = { op: 'wait', for: 1n };

/** A user whose transactions end when the test says so, and whose other steps are over at once. */
function createUser(steps: readonly WorkloadStep[]) {
  const taken: number[] = [];
  const open = new Set<number>();
  const course = createCourse({
    steps,
    underWay: () => open.size,
    take(step, index) {
      taken.push(index);
      if (step.op === 'transaction') open.add(index);
      if (step.op !== 'transaction' || step.await === false) course.next();
    },
  });
  course.next();
  const end = (index: number) => {
    open.delete(index);
    course.ended(index);
  };
  return { taken, end, course };
}

describe('the course of a user', () => {
  it('takes each step once the one before it has ended', () => {
    const { taken, end, course } = createUser([PAY, BURN]);
    expect([taken, course.isOver()]).toEqual([[0], false]);
    end(0);
    expect([taken, course.isOver()]).toEqual([[0, 1], false]);
    end(1);
    expect(course.isOver()).toBe(true);
  });

  it('takes what follows a payment that is not awaited at once', () => {
    const { taken, end, course } = createUser([AHEAD, AHEAD, WAIT, PAY, PAY]);
    expect(taken).toEqual([0, 1, 2, 3]);
    end(1);
    end(0);
    expect(taken).toEqual([0, 1, 2, 3]);
    end(3);
    expect([taken, course.taken()]).toEqual([[0, 1, 2, 3, 4], 5]);
  });

  it('takes at once a step that submits again what a member has signed, and nothing else', () => {
    const given: WorkloadStep = { ...PAY, from: 'treasury', await: false };
    const { taken } = createUser([given, given, SHARED, SHARED]);
    expect(taken).toEqual([0, 1, 2]);
    const other: WorkloadStep = { ...PAY, from: 'savings' };
    expect(createUser([given, other]).taken).toEqual([0]);
  });

  it.each([
    ['what others sign as well', SHARED],
    ['what is not a payment', BURN],
  ])('keeps %s until nothing is under way', (_, step) => {
    const { taken, end, course } = createUser([AHEAD, PAY, step]);
    end(1);
    expect([taken, course.taken()]).toEqual([[0, 1], 2]);
    end(0);
    expect([taken, course.taken()]).toEqual([[0, 1, 2], 3]);
  });

  it('is over when the last step is not awaited, though it has no outcome', () => {
    expect(createUser([AHEAD]).course.isOver()).toBe(true);
  });

  it('takes thousands of steps of which none is awaited', () => {
    const steps = Array.from({ length: 50_000 }, () => AHEAD);
    expect(createUser(steps).taken.length).toBe(50_000);
  });
});
