import { VALIDATOR_RULES } from '@quorate/core';
import { operationId, type TokenId } from '@quorate/protocol';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { Burn, Mint, TokenCreation, TokenManagement } = VALIDATOR_RULES.operations;
const admit = () => undefined;

/** Validators that are wrong about tokens (ledger.md section 5). */
export const TOKENS: readonly Mutant[] = [
  wrongValidator(
    {
      id: 'supply-stops-at-zero',
      rule: 'S6',
      title: 'stops a supply at zero when it burns, though the mint that it lacks may come later',
      isHard: true,
    },
    {
      operations: {
        Burn: {
          apply: (operation, scratch, context) => {
            Burn.apply(operation, scratch, context);
            const supply = scratch.get('token', operation.tokenId)?.supply ?? 0n;
            if (supply < 0n) scratch.issue(operation.tokenId, -supply);
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'mints-listed-twice',
      rule: 'V6',
      title: 'signs the creation of a token that lists a mint twice',
    },
    { operations: { TokenCreation: { validate: admit } } },
  ),
  wrongValidator(
    {
      id: 'initial-amount-not-in-supply',
      rule: 'S5',
      title: 'leaves the initial amount of a token out of its supply',
    },
    {
      operations: {
        TokenCreation: {
          apply: (operation, scratch, context) => {
            TokenCreation.apply(operation, scratch, context);
            const { sender, nonce } = context.transaction;
            const id = operationId(sender, nonce, context.index) as string as TokenId;
            scratch.issue(id, -operation.initialAmount);
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'decimals-forgotten',
      rule: 'S5',
      title: 'records a token without its decimals',
      isHard: true,
    },
    {
      operations: {
        TokenCreation: {
          apply: (operation, scratch, context) =>
            TokenCreation.apply({ ...operation, decimals: 0 }, scratch, context),
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'unversioned-token-named-by-place',
      rule: 'S5',
      title:
        'gives a token of an un-versioned transaction the id that a versioned one would give it',
      isHard: true,
    },
    {
      operations: {
        TokenCreation: {
          apply: (operation, scratch, context) => {
            const transaction = {
              ...context.facts.transaction,
              tokenIdScheme: 'operation',
            } as const;
            const facts = { ...context.facts, transaction };
            TokenCreation.apply(operation, scratch, { ...context, facts });
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'creation-overwrites-sums',
      rule: 'S5',
      title: 'sets the supply of a new token, whatever was minted before it came',
    },
    {
      operations: {
        TokenCreation: {
          apply: (operation, scratch, context) => {
            const { sender, nonce } = context.transaction;
            const id = operationId(sender, nonce, context.index) as string as TokenId;
            const before = scratch.get('token', id)?.supply ?? 0n;
            TokenCreation.apply(operation, scratch, context);
            scratch.issue(id, -before);
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'anybody-manages-tokens',
      rule: 'V6',
      title: 'signs the update of a token by somebody who is not its admin',
    },
    {
      operations: {
        TokenManagement: {
          validate: (operation, scratch, context) => {
            const admin = scratch.get('token', operation.tokenId)?.description?.admin;
            const transaction = { ...context.transaction, sender: admin ?? '' } as never;
            return admin === undefined
              ? TokenManagement.validate(operation, scratch, context)
              : TokenManagement.validate(operation, scratch, { ...context, transaction });
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'token-updates-in-any-order',
      rule: 'D2',
      title: 'settles the updates of a token in the order in which they come',
    },
    { operations: { TokenManagement: { dependencies: () => [] } } },
  ),
  wrongValidator(
    {
      id: 'removed-mints-stay',
      rule: 'S5',
      title: 'never takes a right to mint away',
    },
    {
      operations: {
        TokenManagement: {
          apply: (operation, scratch, context) => {
            const mints = operation.mints.filter(([change]) => change === 'Add');
            TokenManagement.apply({ ...operation, mints }, scratch, context);
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'new-name-lost',
      rule: 'S5',
      title: 'keeps the name of a token when an update gives it another',
      isHard: true,
    },
    {
      operations: {
        TokenManagement: {
          apply: (operation, scratch, context) =>
            TokenManagement.apply({ ...operation, newTokenName: null }, scratch, context),
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'third-mint-change-lost',
      rule: 'S5',
      title: 'applies only the first two changes that an update makes to the mints',
      isHard: true,
    },
    {
      operations: {
        TokenManagement: {
          apply: (operation, scratch, context) => {
            const mints = operation.mints.slice(0, 2);
            TokenManagement.apply({ ...operation, mints }, scratch, context);
          },
        },
      },
    },
  ),
  wrongValidator(
    { id: 'updates-uncounted', rule: 'D2', title: 'does not count the updates of a token' },
    {
      operations: {
        TokenManagement: {
          apply: (operation, scratch, context) => {
            const before = scratch.get('token', operation.tokenId)?.description;
            TokenManagement.apply(operation, scratch, context);
            const after = scratch.get('token', operation.tokenId)?.description;
            if (before === undefined || after === undefined) return;
            const { updateCount } = before;
            scratch.describe(operation.tokenId, { ...after, updateCount });
          },
        },
      },
    },
  ),
  wrongValidator(
    { id: 'anybody-mints', rule: 'V6', title: 'signs a mint by somebody who may not mint' },
    { operations: { Mint: { validate: admit } } },
  ),
  wrongValidator(
    { id: 'supply-not-updated', rule: 'S5', title: 'mints and leaves the supply as it is' },
    {
      operations: {
        Mint: {
          apply: ({ tokenId, recipient, amount }, scratch) =>
            scratch.credit(recipient, tokenId, amount),
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'mint-goes-to-its-sender',
      rule: 'S5',
      title: 'credits what is minted to the mint, not to its recipient',
    },
    {
      operations: {
        Mint: {
          apply: (operation, scratch, context) => {
            const recipient = context.transaction.sender;
            Mint.apply({ ...operation, recipient }, scratch, context);
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'burn-of-more-than-held',
      rule: 'V6',
      title: 'signs the burning of more than the balance',
    },
    { operations: { Burn: { validate: admit } } },
  ),
  wrongValidator(
    { id: 'burn-keeps-the-supply', rule: 'S5', title: 'burns and leaves the supply as it is' },
    {
      operations: {
        Burn: {
          apply: (operation, scratch, context) => {
            Burn.apply(operation, scratch, context);
            scratch.issue(operation.tokenId, operation.amount);
          },
        },
      },
    },
  ),
];
