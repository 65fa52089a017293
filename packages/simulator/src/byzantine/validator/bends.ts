import { answering, type Bend, colluding, deedBend } from '@quorate/byzantine';
import type { BendingValidatorAct } from '../../scenario/byzantine/validator-act.ts';
import { type ReachGround, reachOf } from '../reach.ts';
import { answerClient } from './answer-client.ts';
import { falseChange } from './false-change.ts';
import { falseSnapshot } from './false-snapshot.ts';
import type { ValidatorStage } from './stage.ts';

/** Creates the bend that performs an act of a validator. */
export function validatorBend(
  act: BendingValidatorAct,
  stage: ValidatorStage,
  ground: ReachGround,
): Bend {
  const reach = reachOf(act, ground);
  switch (act.act) {
    case 'collude':
      return answering(reach, colluding(stage.addressOf(act.with), stage));
    case 'answer-client':
      return answerClient(act, reach, stage);
    case 'false-snapshot':
      return falseSnapshot(act, reach, stage);
    case 'false-change':
      return falseChange(act, reach, { ...stage, moments: ground.moments });
    default:
      return deedBend(act, reach, stage);
  }
}
