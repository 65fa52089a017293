import { readFileSync } from 'node:fs';
import { createEVM, type EVM } from '@ethereumjs/evm';
import { getBytes, hexlify, Interface, type InterfaceAbi, type Result } from 'ethers';
import solc from 'solc';

const FILE = 'CertificateReader.sol';

/** A contract in an Ethereum virtual machine of this process. */
export interface EvmContract {
  /** Calls a function that changes nothing, for all that it returns; rejects where the contract reverts. */
  call(functionName: string, args: readonly unknown[]): Promise<Result>;
}

interface Compiled {
  readonly abi: InterfaceAbi;
  readonly evm: { readonly deployedBytecode: { readonly object: string } };
}

/** Compiles the contract beside this file and makes it ready to be called. */
export async function readerContract(): Promise<EvmContract> {
  const { abi, evm: output } = compile();
  const code = getBytes(`0x${output.deployedBytecode.object}`);
  const functions = new Interface(abi);
  const evm: EVM = await createEVM();
  return {
    async call(functionName, args) {
      const data = getBytes(functions.encodeFunctionData(functionName, args));
      const { exceptionError, returnValue } = await evm.runCode({
        code,
        data,
        gasLimit: 30_000_000n,
      });
      if (exceptionError !== undefined) throw new Error(`reverted: ${exceptionError.error}`);
      return functions.decodeFunctionResult(functionName, hexlify(returnValue));
    },
  };
}

function compile(): Compiled {
  const input = {
    language: 'Solidity',
    sources: { [FILE]: { content: readFileSync(new URL(FILE, import.meta.url), 'utf8') } },
    settings: {
      evmVersion: 'shanghai',
      outputSelection: { '*': { '*': ['abi', 'evm.deployedBytecode.object'] } },
    },
  };
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input)));
  const failures = errors.filter(({ severity }: { severity: string }) => severity === 'error');
  if (failures.length > 0) throw new Error(JSON.stringify(failures));
  return contracts[FILE].CertificateReader;
}
