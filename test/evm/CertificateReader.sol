// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Reads what `proxy_evmSignCertificate` signed: who signed it, and what it says.
contract CertificateReader {
    struct Claim {
        uint8 tag;
        bytes body;
    }

    struct Transaction {
        bytes32 txId;
        string networkId;
        bytes32 sender;
        uint64 nonce;
        uint128 timestampNanos;
        Claim[] claims;
        bool archival;
        bytes32 feeToken;
    }

    /// Recovers the signer of a message in the manner of EIP-191, version 0x45.
    function signerOf(bytes calldata message, bytes calldata signature) external pure returns (address) {
        bytes32 digest = keccak256(
            abi.encodePacked("\x19Ethereum Signed Message:\n", decimal(message.length), message)
        );
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        return ecrecover(digest, uint8(signature[64]), r, s);
    }

    /// Reads a payment: the first operation of a transaction, which must be a token transfer.
    function paymentOf(bytes calldata message)
        external
        pure
        returns (bytes32 txId, bytes32 sender, uint64 nonce, bytes32 tokenId, bytes32 recipient, uint256 amount)
    {
        Transaction memory transaction = abi.decode(message, (Transaction));
        Claim memory claim = transaction.claims[0];
        require(claim.tag == 0, "not a transfer");
        (tokenId, recipient, amount, ) = abi.decode(claim.body, (bytes32, bytes32, uint256, bytes32));
        return (transaction.txId, transaction.sender, transaction.nonce, tokenId, recipient, amount);
    }

    function decimal(uint256 value) private pure returns (bytes memory digits) {
        if (value == 0) return "0";
        while (value > 0) {
            digits = abi.encodePacked(bytes1(uint8(48 + (value % 10))), digits);
            value /= 10;
        }
    }
}
